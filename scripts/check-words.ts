// Checks comments, test titles, documents and declared names for plain technical English: `check-words.ts [path …]` checks only these
// paths.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { faultsIn, faultsInNames, proseOfMarkdown, wordsOfSource } from './words.ts'

const paths = process.argv.slice(2)
const files = globSync(
  [
    '{contract,server,web,cli,bench,deploy,e2e,scripts}/**/*.{ts,tsx}',
    '*.ts',
    '*.md',
    '{docs,server,web,deploy}/**/*.md',
  ],
  { exclude: ['web/dist/**', '**/node_modules/**'] },
)
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => !/^scripts\/words(?:\.test)?\.ts$|db-types\.ts$/.test(file))
  .filter(file => paths.length === 0 || paths.some(path => file.startsWith(path)))
  .sort()
const cacheFile = 'node_modules/.cache/checked-words.json'
const rules = readFileSync('scripts/words.ts', 'utf8')
/** Files without a fault by the present rules, as hashes of their content and the rules. */
const faultless = readFaultless()
const checked = new Set<string>()
let count = 0
for (const file of files) {
  const source = readFileSync(file, 'utf8')
  const hash = createHash('sha256').update(rules).update(file).update(source).digest('base64')
  if (faultless.has(hash)) {
    checked.add(hash)
    continue
  }
  const before = count
  const { texts, names } = file.endsWith('.md')
    ? { texts: proseOfMarkdown(source), names: [] }
    : wordsOfSource(file, source)
  for (const { line, found, better, text } of [...faultsIn(texts), ...faultsInNames(names)]) {
    count += 1
    console.error(`${file}:${line} “${found}” (${better}): ${text}`)
  }
  if (count === before) checked.add(hash)
}
if (paths.length === 0) {
  mkdirSync('node_modules/.cache', { recursive: true })
  writeFileSync(cacheFile, JSON.stringify([...checked]))
}
const records = new Set(globSync('docs/adr/*.md').map(file => /(\d{4})-[^/\\]*$/.exec(file)?.[1]))
for (const file of files)
  for (const [, number = ''] of readFileSync(file, 'utf8').matchAll(/\bADR[\s*/]+(\d{2,4})\b/g))
    if (!records.has(number)) {
      count += 1
      console.error(`${file} refers to ADR ${number}, which does not exist`)
    }
if (count > 0) console.error(`${count} sentences and names to rewrite`)
process.exit(count === 0 ? 0 : 1)

function readFaultless(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(cacheFile, 'utf8')) as string[])
  } catch {
    return new Set()
  }
}
