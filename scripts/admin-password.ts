// `npm run admin:password [-- NAME]`: sets a new password for the first active administrator, or for the named user,
// and shows it once. Ends their sessions. Works while the console runs.
import { resetPassword } from '#server/features/user/reset-password.ts'
import { readArguments } from '#server/platform/process/arguments.ts'
import { runCommand } from '#server/platform/process/command.ts'
import { pluralise } from '#server/platform/watch/units.ts'

const [name] = readArguments(
  'npm run admin:password [-- NAME]: gives the first active administrator, or the user of that name, a new password.',
  { values: 1 },
).values

await runCommand({ reqId: 'adminpasswordadm' }, async ctx => {
  const reset = await resetPassword(ctx, name)
  if (!reset) {
    console.error(name === undefined ? 'No active administrator found; name a user.' : `User “${name}” not found.`)
    return 1
  }
  console.log(`New password of ${reset.username}: ${reset.password} (shown only now)`)
  if (reset.sessions > 0) console.log(`${pluralise(reset.sessions, 'session')} of this user ended.`)
  if (reset.hadFactors) console.log('The second factors of this user are removed.')
  if (reset.isDisabled) console.log('The user is disabled: an administrator must enable it before it can sign in.')
  return 0
})
