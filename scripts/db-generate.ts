// Writes the files generated from the migrations: the database's types, and its schema as one readable file. With
// --check it writes nothing and fails if the files are outdated.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { readArguments } from '#server/platform/process/arguments.ts'
import { describeSchema } from './describe-schema.ts'

const generated = ['server/platform/db/db-types.ts', 'server/migrations/schema.sql'] as const
/** Hash of the sources that were last found up to date; unchanged sources need no second check. */
const checksumPath = 'node_modules/.cache/generated.sha256'
const usage =
  'npm run db:generate [-- --check]: generates types and schema of the database from the migrations; --check only compares them.'
const { check: isCheck } = readArguments(usage, { options: { check: 'boolean' } }).options
if (isCheck && existsSync(checksumPath) && readFileSync(checksumPath, 'utf8') === hashOfSources()) process.exit(0)

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
  isFresh = write(generated[0], readFileSync(types, 'utf8')) && isFresh
  isFresh = write(generated[1], await describeSchema(pool)) && isFresh
} finally {
  await pool.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (isFresh) {
  mkdirSync(dirname(checksumPath), { recursive: true })
  writeFileSync(checksumPath, hashOfSources())
}
process.exit(isFresh ? 0 : 1)

/** Hash of the migrations, of the generated files, and of the generator. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  const makers = ['scripts/db-generate.ts', 'scripts/describe-schema.ts', 'package-lock.json']
  for (const path of [...globSync('server/migrations/*').sort(), generated[0], ...makers])
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** With --check: false if the file on disk is outdated. */
function write(path: string, text: string): boolean {
  if (!isCheck) {
    writeFileSync(path, text)
    return true
  }
  const current = readFileSync(path, 'utf8')
  if (current !== text) console.error(`${path} differs from the result of the migrations: run npm run db:generate`)
  return current === text
}
