// `npm run dev`: the console with the client served by Vite, both reloading on change.
import { spawn } from 'node:child_process'

const node = (args: string[], environment: Record<string, string> = {}) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development', ...environment },
  })
const children = [
  node(['--watch-path=server', '--watch-path=contract', 'server/up.ts']),
  node(['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', '5173']),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
