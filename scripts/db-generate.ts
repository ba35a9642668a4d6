// Writes what is generated from the migrations: the database's types and its schema as one readable file.
// With --check it writes nothing and fails when the files are not up to date.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '#server/platform/db.ts'
import { migrate } from '#server/platform/migrate.ts'
import { startPostgres } from '#server/platform/postgres.ts'
import { describeSchema } from './describe-schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'og-generate-'))
const postgres = await startPostgres(folder, { fsync: 'off' })
const pool = openPool(postgres.url)
let isFresh = true
try {
  await migrate(pool)
  const types = join(folder, 'db-types.ts')
  execFileSync(
    process.execPath,
    [
      'node_modules/kysely-codegen/dist/cli/bin.js',
      '--dialect=postgres',
      `--url=${postgres.url}`,
      `--out-file=${types}`,
      '--default-schema=public',
      '--include-pattern=public.*',
      '--type-mapping={"timestamptz":"string","int8":"number"}',
      '--numeric-parser=number',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  isFresh = write('server/platform/db-types.ts', readFileSync(types, 'utf8')) && isFresh
  isFresh = write('server/migrations/schema.sql', await describeSchema(pool)) && isFresh
} finally {
  await pool.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isFresh ? 0 : 1)

/** False when the file on disk was not what it should be and only checking was asked for. */
function write(path: string, text: string): boolean {
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text)
    return true
  }
  const current = readFileSync(path, 'utf8')
  if (current !== text) console.error(`${path} is not what the migrations make: run npm run db:generate`)
  return current === text
}
