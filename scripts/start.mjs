// `npm start`: from a fresh clone to a running console. What is done already is not done again.
import { become, ensureInstalled, fail, run } from './ensure.mjs'
import { nodePath } from './node-path.mjs'

try {
  console.log('\n  Og Group\n')
  await ensureInstalled(false)
  await run(nodePath(), ['scripts/build.ts'])
  become(nodePath(), ['--disable-warning=ExperimentalWarning', 'server/up.ts'])
} catch (error) {
  fail(error)
}
