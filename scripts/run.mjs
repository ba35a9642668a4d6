// Runs a TypeScript file on the Node.js version of package-lock.json, whatever the machine's own version is. It never
// installs, because a console may be running here; only with `--install`, which developers' commands have, it does.
import { become, ensureInstalled, fail, needInstalled } from './ensure.mjs'
import { nodePath } from './node-path.mjs'

const args = process.argv.slice(2)
const mayInstall = args[0] === '--install'
if (mayInstall) args.shift()
/** Options of Node.js may precede the file. */
const file = args.find(arg => !arg.startsWith('-')) ?? ''
try {
  if (mayInstall) await ensureInstalled(true, undefined, { isWhole: true })
  else needInstalled()
  become(nodePath(), ['--disable-warning=ExperimentalWarning', ...args], { isKept: file.startsWith('server/') })
} catch (error) {
  fail(error)
}
