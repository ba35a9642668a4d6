// `npm run db:reset -- --yes`: forgets everything in the database of DATABASE_URL. For development.
import { openPool } from '#server/platform/db.ts'
import { migrate } from '#server/platform/migrate.ts'

const url = process.env.DATABASE_URL
if (!url || !process.argv.includes('--yes')) {
  console.error('Needs DATABASE_URL, and --yes: everything in that database is dropped.')
  process.exit(1)
}
const pool = openPool(url, { size: 3 })
await pool.query('drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public')
await migrate(pool)
await pool.end()
