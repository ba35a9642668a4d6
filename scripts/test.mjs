// `npm test`: everything, browser tests included, from a fresh clone.
import { become, ensureBuilt, ensureInstalled, fail } from './ensure.mjs'
import { nodePath } from './node-path.mjs'

try {
  await ensureInstalled(true)
  await ensureBuilt(nodePath())
  become(nodePath(), ['--disable-warning=ExperimentalWarning', 'scripts/test.ts', ...process.argv.slice(2)])
} catch (error) {
  fail(error)
}
