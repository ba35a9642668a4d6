// `npm run db:new -- page-add-cluster`: creates an empty migration with the next number.
import { readdirSync, writeFileSync } from 'node:fs'
import { readArguments } from '#server/platform/process/arguments.ts'

const usage = 'npm run db:new -- name-of-the-change: creates an empty migration with the next number.'
const [name] = readArguments(usage, { values: 1 }).values
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  console.error(usage)
  process.exit(1)
}
const last =
  readdirSync('server/migrations')
    .filter(file => /^\d{4}-/.test(file))
    .sort()
    .at(-1) ?? '0000'
const path = `server/migrations/${String(Number(last.slice(0, 4)) + 1).padStart(4, '0')}-${name}.sql`
writeFileSync(path, '')
console.log(path)
