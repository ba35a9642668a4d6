// `npm start`: from a fresh clone to a running console. What is done already is not done again.
import { become, ensureBuilt, ensureInstalled, fail } from './ensure.mjs'
import { nodePath } from './node-path.mjs'

/** The supervisor only watches. */
const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1', '--max-old-space-size=96']

try {
  console.log('\n  Og Group\n')
  await ensureInstalled(false)
  await ensureBuilt(nodePath())
  become(nodePath(), [...flags, 'server/up.ts'], { isKept: true })
} catch (error) {
  fail(error)
}
