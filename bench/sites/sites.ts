// `npm run bench -- sites [--data DIR] [--only FAMILY,FAMILY] [--make] [--seed N] [--verbose]`: generated sites with
// known changes (README.md) are played to a real console round by round, and its queue is judged.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { type BenchOptions, describeMachine, signIn, startProcess, table } from '../kit.ts'
import { type Judged, judgeRows, type QueueRow } from './judge.ts'
import { makeSites } from './make.ts'
import { addSites, openApi, type PlayedSite, playRounds } from './play.ts'
import { freePort, serveSites } from './serve.ts'
import { readSites, type SiteData } from './site-data.ts'

export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  const { data, only, seed = 1, make = false, verbose = false } = options
  const folder = data ?? mkdtempSync(join(tmpdir(), 'og-sites-'))
  const families = only?.split(',') ?? []
  if (make || readSites(folder, families).length === 0) makeSites(folder, seed, families)
  const sites = readSites(folder, families)
  if (sites.length === 0) throw new Error(`No site of ${only} is known`)
  if (make) return { sites: sites.length, must: sites.reduce((sum, { truth }) => sum + truth.must.length, 0) }
  try {
    const played = await play(sites)
    const judged = played.map(each => ({ ...each, ...judgeRows(each.site.truth, each.rows) }))
    if (verbose) for (const each of judged) printFaults(each)
    return report(judged)
  } finally {
    if (!data) rmSync(folder, { recursive: true, force: true })
  }
}

/** The database, an API and a worker of a new console, and the server of the sites. */
async function play(sites: readonly SiteData[]): Promise<PlayedSite[]> {
  const folder = mkdtempSync(join(tmpdir(), 'og-sites-console-'))
  // PostgreSQL may run as a different user, who needs access.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'blobs'), { recursive: true })
  const server = await serveSites(sites)
  const port = await freePort()
  const postgres = await startPostgres(join(folder, 'postgres'), { fsync: 'off' }, () => {})
  const pool = openPool(postgres.url, { size: 4 })
  const ends: (() => Promise<void>)[] = []
  try {
    await migrate(pool, () => {})
    const token = await signIn(pool, 'admin', 'bench-admin')
    const env = {
      ...{ DATABASE_URL: postgres.url, OG_DATA_DIR: folder, OG_CRAWL_ALLOW: '127.0.0.0/8', OG_LOG_LEVEL: 'info' },
      ...{ PORT: String(port), NODE_OPTIONS: `--import=${new URL('names.ts', import.meta.url).href}` },
    }
    for (const [file, ready] of [
      ['server/main.ts', /listens/],
      ['server/worker.ts', /crawler started/],
    ] as const) {
      const child = await startProcess(file, env, ready)
      ends.push(async () => {
        const ended = new Promise(resolve => child.once('exit', resolve))
        child.removeAllListeners('exit').once('exit', () => {})
        child.kill('SIGTERM')
        await Promise.race([ended, new Promise(resolve => setTimeout(resolve, 5_000))])
      })
    }
    const api = openApi(`http://127.0.0.1:${port}`, token)
    const played = await addSites(api, sites, server.port)
    await playRounds({ api, pool, server, sites: played }, text => console.error(text))
    for (const [address, count] of server.missed)
      if (!/robots\.txt|sitemap|favicon|ads\.txt|\.well-known/.test(address))
        console.error(`without content, requested ${count} times: ${address}`)
    return played
  } finally {
    for (const end of ends.reverse()) await end()
    await pool.end()
    await postgres.stop()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type JudgedSite = Omit<PlayedSite, 'rows'> & Judged

function printFaults({ site, missed, seen, rows, low }: JudgedSite): void {
  console.log(`\n## ${site.info.family}`)
  const explain = ({ line, reasons, score }: QueueRow) => `\n        ${score}, ${line}\n        ${reasons}`
  for (const { id, kind, urls, shows, round } of missed) {
    const hidden = low.find(row => row.round >= round && row.paths.some(path => urls.includes(path)))
    console.log(`missed  ${id} ${kind} ${urls.join(' ')}: ${shows.join(' | ')}${hidden ? explain(hidden) : ''}`)
  }
  for (const { change, isShown, row } of seen)
    if (!isShown)
      console.log(`unshown ${change.id} ${change.kind} ${row.paths[0]}: ${change.shows.join(' | ')}${explain(row)}`)
  const isAll = process.env.OG_BENCH_VERBOSE !== undefined
  for (const row of rows) {
    const pages = row.paths.length > 1 ? `${row.paths[0]} and ${row.paths.length - 1} more` : row.paths[0]
    if (row.verdict !== 'true' || isAll)
      console.log(`${row.verdict.padEnd(7)} round ${row.round} ${pages}:${explain(row)}`)
  }
}

type Figures = {
  must: number
  told: number
  first_line: number
  true_rows: number
  may_rows: number
  false_rows: number
  precision: number
}

/** Precision: true rows / (true and false rows); rows that may be are in neither. */
function figuresOf(sites: readonly JudgedSite[]): Figures {
  const count = (of: (site: JudgedSite) => number) => sites.reduce((sum, site) => sum + of(site), 0)
  const ofVerdict = (name: string) => count(({ rows }) => rows.filter(({ verdict }) => verdict === name).length)
  const [must, seenCount] = [count(({ site }) => site.truth.must.length), count(({ seen }) => seen.length)]
  const [trueRows, falseRows] = [ofVerdict('true'), ofVerdict('false')]
  return {
    ...{
      must,
      told: seenCount,
      first_line: share(
        count(({ seen }) => seen.filter(({ isShown }) => isShown).length),
        seenCount,
      ),
    },
    ...{ true_rows: trueRows, may_rows: ofVerdict('may'), false_rows: falseRows },
    precision: share(trueRows, trueRows + falseRows),
  }
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : Math.round((part / whole) * 1_000) / 1_000)

function report(sites: readonly JudgedSite[]): Record<string, unknown> {
  const half = (name: string) => figuresOf(sites.filter(({ site }) => site.info.half === name))
  const lines: [string, Figures][] = [
    ...sites.map((each): [string, Figures] => [each.site.info.family, figuresOf([each])]),
    ['tuning half', half('tuning')],
    ['held-out half', half('held-out')],
    ['all', figuresOf(sites)],
  ]
  console.log(`${describeMachine()}, load ${loadavg()[0]?.toFixed(1)}`)
  console.log(
    table(
      ['site', 'must', 'seen', 'of them', 'shown in the first line', 'rows: true', 'may', 'false', 'precision'],
      lines.map(([name, of]) => [
        ...[name, of.must, of.told, share(of.told, of.must), of.first_line],
        ...[of.true_rows, of.may_rows, of.false_rows, of.precision],
      ]),
    ),
  )
  return {
    ...figuresOf(sites),
    tuning: half('tuning'),
    held_out: half('held-out'),
    sites: Object.fromEntries(lines.slice(0, -3)),
  }
}
