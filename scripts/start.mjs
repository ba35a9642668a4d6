// `npm start`: from a fresh clone to a running console. Completed steps are not repeated. `npm run build` builds only
// the client, for an API that is started separately.
import { become, ensureBuilt, ensureInstalled, fail, needInstalled, readFlags } from './ensure.mjs'
import { nodePath } from './node-path.mjs'
import { needReachable } from './reachable.mjs'

/** The supervisor needs little memory, because it only watches. */
const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1', '--max-old-space-size=96']

const isOnlyBuild = process.argv[2] === '--only-build'
readFlags(
  isOnlyBuild
    ? 'npm run build: makes the web client, unless it is made already.'
    : 'npm start: installs what is missing and starts everything for one machine, until Ctrl+C.',
  ['--only-build'],
)
try {
  console.log('\n  Og Group\n')
  if (!isOnlyBuild) needReachable(process.env)
  if (isOnlyBuild) needInstalled()
  else await ensureInstalled(false)
  await ensureBuilt(nodePath())
  if (isOnlyBuild) console.log('  The web client is built.')
  if (!isOnlyBuild) become(nodePath(), [...flags, 'server/up.ts'], { isKept: true })
} catch (error) {
  fail(error)
}
