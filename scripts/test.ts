// Runs the tests of server and client, then the browser tests, and reports the total numbers of passed and failed
// tests. With `--coverage`, also the share of branches and lines of each folder that the tests reach.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserReport, countJourneys, findFlaky, toleratedFlaky } from './browser-report.ts'
import { coverageArguments, coverageTable, readCoverage } from './coverage.ts'

const folder = mkdtempSync(join(tmpdir(), 'og-results-'))
const vitestResults = join(folder, 'vitest.json')
const browserResults = join(folder, 'browser.json')
const isCovered = process.argv.includes('--coverage')

const vitest = node('node_modules/vitest/vitest.mjs', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${vitestResults}`,
  ...(isCovered ? coverageArguments(folder) : []),
])
const browser = node('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserResults,
})

const report = (readReport(browserResults) ?? {}) as BrowserReport
const counts = [vitestCounts(), countJourneys(report)]
const passedCount = counts.reduce((sum, count) => sum + count.passed, 0)
// A runner that fails without naming a test (a crashed worker, a file that does not load) counts as a failure too.
const unnamedFailures = [vitest, browser].filter((code, n) => code !== 0 && counts[n]?.failed === 0).length
const failedCount = counts.reduce((sum, count) => sum + count.failed, 0) + unnamedFailures
const flaky = findFlaky(report)
for (const title of flaky) console.log(`flaky: ${title} passed on a retry`)
if (flaky.length > toleratedFlaky)
  console.log(`${flaky.length} journeys passed only on a retry, more than ${toleratedFlaky}: they count as failed.`)
if (isCovered) console.log(`\n${coverageTable(readCoverage(folder), process.cwd())}`)
console.log(`\n${passedCount} passed, ${failedCount} failed`)
rmSync(folder, { recursive: true, force: true })
process.exit(failedCount === 0 ? 0 : 1)

function node(file: string, args: string[], environment: Record<string, string> = {}): number {
  const result = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return result.status ?? 1
}

function vitestCounts(): { passed: number; failed: number } {
  const results = readReport(vitestResults) as { numPassedTests?: number; numFailedTests?: number } | undefined
  return { passed: results?.numPassedTests ?? 0, failed: results?.numFailedTests ?? 0 }
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
