// Runs a TypeScript file on the Node.js that is locked in package-lock.json, whatever the machine's own version is.
import { become, ensureInstalled, fail } from './ensure.mjs'
import { nodePath } from './node-path.mjs'

const [file, ...args] = process.argv.slice(2)
try {
  await ensureInstalled(!file.startsWith('server/'))
  become(nodePath(), ['--disable-warning=ExperimentalWarning', file, ...args])
} catch (error) {
  fail(error)
}
