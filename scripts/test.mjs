// `npm test`: all tests, including browser tests, from a fresh clone.
import { become, ensureBuilt, ensureInstalled, fail, readFlags } from './ensure.mjs'
import { nodePath } from './node-path.mjs'

readFlags('npm test: every test of server, client and browser; npm run watch -- FILES runs some.', ['--coverage'])
try {
  await ensureInstalled(true)
  await ensureBuilt(nodePath())
  become(nodePath(), ['--disable-warning=ExperimentalWarning', 'scripts/test.ts', ...process.argv.slice(2)])
} catch (error) {
  fail(error)
}
