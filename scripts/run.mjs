// Runs a TypeScript file on the Node.js that is locked in package-lock.json, whatever the machine's own version is.
import { spawn } from 'node:child_process'
import { nodePath } from './node-path.mjs'

const child = spawn(nodePath(), ['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
