// A step of `npm start`: migrates the database and creates the first administrator, whose password is shown here.
import { ensureFirstAdmin } from './features/user/first-admin.ts'
import { readConfig } from './platform/config.ts'
import { neededAddress } from './platform/db/database-address.ts'
import { openDb, openPool } from './platform/db/db.ts'
import { migrate } from './platform/db/migrate.ts'
import { storeRoleSettings } from './platform/db/role-settings.ts'
import { failAtStart, restrictFileMode } from './platform/process/process.ts'

restrictFileMode()
try {
  const config = readConfig()
  const { directUrl, isPooled } = neededAddress(config)
  const pool = openPool(directUrl, { size: 3 })
  let isNew = false
  await migrate(pool, name => {
    if (!isNew) console.log(name.startsWith('0001-') ? '  Creating its tables' : `  Migrating the database: ${name}`)
    isNew ||= name.startsWith('0001-')
  })
  if (isPooled) await storeRoleSettings(pool)
  const admin = await ensureFirstAdmin(openDb(pool), config.adminPassword)
  // Printed immediately, because the password is never shown again.
  if (admin.made)
    console.log(
      `  First administrator: admin${admin.password ? `, password ${admin.password} (shown only now)` : ', with the password of OG_ADMIN_PASSWORD'}`,
    )
  await pool.end()
} catch (error) {
  failAtStart(error)
}
