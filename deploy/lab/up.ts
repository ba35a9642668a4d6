// `npm run lab [-- --data DIR]`: three of everything on this machine, until Ctrl+C (see "Failover" in
// docs/operations.md).
import { execFileSync } from 'node:child_process'
import { readArguments } from '#server/platform/process/arguments.ts'
import { runInNamespace, untilEnd } from './apart.ts'
import { openFolder } from './folder.ts'
import { installMissing } from './install.ts'

const usage = 'npm run lab [-- --data DIR]: runs three databases, workers and APIs on this machine until Ctrl+C.'
const { data } = readArguments(usage, { options: { data: 'string' } }).options
installMissing(line => console.log(line))
// Without the client the APIs serve no pages; an up-to-date build is reused.
execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
const { folder, remove } = openFolder(data)
process.once('SIGINT', () => {})
console.log(`The lab starts in ${folder}; Ctrl+C ends it.`)
const child = runInNamespace('deploy/lab/inside.ts', [folder])
console.log(`Reachable only from its own network; to enter it: nsenter --net --target ${child.pid} COMMAND`)
const code = await untilEnd(child)
remove()
process.exitCode = code
