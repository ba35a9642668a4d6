// `npm test`: everything, browser tests included, from a fresh clone.
import { become, ensureInstalled, fail, run } from './ensure.mjs'
import { nodePath } from './node-path.mjs'

try {
  await ensureInstalled(true)
  await run(nodePath(), ['scripts/build.ts'])
  become(nodePath(), ['--disable-warning=ExperimentalWarning', 'scripts/test.ts', ...process.argv.slice(2)])
} catch (error) {
  fail(error)
}
