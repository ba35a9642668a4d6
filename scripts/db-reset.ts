// `npm run db:reset -- --yes`: deletes everything in the database of DATABASE_URL. For development.

import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { readArguments } from '#server/platform/process/arguments.ts'

const usage = 'npm run db:reset -- --yes: deletes everything in the database of DATABASE_URL.'
const { yes } = readArguments(usage, { options: { yes: 'boolean' } }).options
const url = process.env.DATABASE_URL
if (!url || !yes) {
  console.error('Requires DATABASE_URL and --yes: everything in that database is deleted.')
  process.exit(1)
}
const pool = openPool(url, { size: 3 })
await pool.query('drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public')
await migrate(pool)
await pool.end()
