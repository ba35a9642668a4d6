// Coverage of tests by folder, from the summary that Vitest writes (`npm test -- --coverage`).
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

type Count = { total: number; covered: number }
type Summary = Record<string, { branches: Count; lines: Count }>

/** Arguments by which Vitest measures all sources of the console and writes a summary into this folder. */
export function coverageArguments(folder: string): string[] {
  return [
    '--coverage.enabled',
    '--coverage.provider=v8',
    '--coverage.reporter=json-summary',
    `--coverage.reportsDirectory=${folder}`,
    ...['contract', 'server', 'web'].map(top => `--coverage.include=${top}/**/*.{ts,tsx}`),
    ...['**/*.test.{ts,tsx}', '**/testing/**', '**/testing.ts', '**/db-types.ts', 'web/dist/**'].map(
      pattern => `--coverage.exclude=${pattern}`,
    ),
    // A failing test must not hide the measurement.
    '--coverage.reportOnFailure',
  ]
}

/** The folder that a file counts for: a feature, or a layer. */
function folderOf(file: string): string {
  const parts = file.split('/').slice(0, -1)
  return parts.slice(0, parts[1] === 'features' ? 3 : 2).join('/') || '.'
}

/** A table with the branches and lines of each folder that the tests reach, the least covered first. */
export function coverageTable(summary: Summary, root: string): string {
  const folders = new Map<string, { branches: Count; lines: Count }>()
  for (const [file, { branches, lines }] of Object.entries(summary)) {
    if (file === 'total') continue
    const folder = folderOf(relative(root, file).replaceAll('\\', '/'))
    const sum = folders.get(folder) ?? { branches: { total: 0, covered: 0 }, lines: { total: 0, covered: 0 } }
    for (const [to, from] of [
      [sum.branches, branches],
      [sum.lines, lines],
    ] as const) {
      to.total += from.total
      to.covered += from.covered
    }
    folders.set(folder, sum)
  }
  const share = ({ total, covered }: Count) => (total === 0 ? 1 : covered / total)
  const cell = (count: Count) => `${(100 * share(count)).toFixed(1)} %`.padStart(9) + `${count.total}`.padStart(8)
  const rows = [...folders]
    .sort(([, a], [, b]) => share(a.branches) - share(b.branches))
    .map(([folder, { branches, lines }]) => folder.padEnd(40) + cell(branches) + cell(lines))
  return [`${'folder'.padEnd(40)} branches      of    lines      of`, ...rows].join('\n')
}

export const readCoverage = (folder: string): Summary =>
  JSON.parse(readFileSync(`${folder}/coverage-summary.json`, 'utf8'))
