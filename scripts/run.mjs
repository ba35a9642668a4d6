// Runs a TypeScript file on the Node.js that is locked in package-lock.json, whatever the machine's own version is.
import { become, ensureInstalled, fail } from './ensure.mjs'
import { nodePath } from './node-path.mjs'

const args = process.argv.slice(2)
/** Options of Node.js may stand before the file. */
const file = args.find(arg => !arg.startsWith('-')) ?? ''
try {
  await ensureInstalled(!file.startsWith('server/'))
  become(nodePath(), ['--disable-warning=ExperimentalWarning', ...args])
} catch (error) {
  fail(error)
}
