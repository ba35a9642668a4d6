// `npm run db:migrate`: migrates the database of DATABASE_URL, for deployments that start API and worker separately.
import { ensureFirstAdmin } from '#server/features/user/first-admin.ts'
import { readConfig } from '#server/platform/config.ts'
import { databaseAddress } from '#server/platform/db/database-address.ts'
import { openDb, openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { storeRoleSettings } from '#server/platform/db/role-settings.ts'
import { readArguments } from '#server/platform/process/arguments.ts'
import { failAtStart } from '#server/platform/process/process.ts'
import { pluralise } from '#server/platform/watch/units.ts'

readArguments(
  'npm run db:migrate: brings the database of DATABASE_URL up to date; npm start migrates its own by itself.',
)

try {
  const config = readConfig()
  const address = databaseAddress(config)
  if (!address) throw new Error('DATABASE_URL is required; npm start migrates its own database automatically.')
  const pool = openPool(address.directUrl, { size: 3 })
  const applied = await migrate(pool, name => console.log(`Applying ${name}`))
  if (address.isPooled) await storeRoleSettings(pool)
  const admin = await ensureFirstAdmin(openDb(pool), config.adminPassword)
  await pool.end()
  console.log(applied.length === 0 ? 'Up to date.' : `Up to date: ${pluralise(applied.length, 'migration')} applied.`)
  if (admin.password) console.log(`First administrator: admin, password ${admin.password} (shown only now)`)
} catch (error) {
  failAtStart(error)
}
