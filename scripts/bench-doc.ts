// Writes docs/bench.md from bench/results.json. With --check it writes nothing and fails if the file is outdated.
import { readFileSync, writeFileSync } from 'node:fs'
import { readArguments } from '#server/platform/process/arguments.ts'
import { benches } from '../bench/benches.ts'
import { readResults } from '../bench/results.ts'
import { benchDocument } from './bench-document.ts'

const path = 'docs/bench.md'
const usage = 'bench-doc.ts [--check]: writes docs/bench.md from bench/results.json; --check only compares.'
const { check: isCheck } = readArguments(usage, { options: { check: 'boolean' } }).options
const text = benchDocument(readResults(), Object.keys(benches))
if (!isCheck) writeFileSync(path, text)
else if (readFileSync(path, 'utf8') !== text) {
  console.error(`${path} differs from bench/results.json: node scripts/run.mjs scripts/bench-doc.ts writes it.`)
  process.exit(1)
}
