// A local site of many pages over many loopback addresses, fetched by the real worker; a bare loop as the baseline.
import { type ChildProcess, fork } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Parser } from 'htmlparser2'
import type pg from 'pg'
import { Agent, request } from 'undici'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { formatCosts, openCosts } from './crawl-cost.ts'
import { type BenchOptions, describeMachine, startProcess, table } from './kit.ts'
import { printStatements } from './meter.ts'

const hosts = Array.from({ length: 16 }, (_, at) => `127.0.1.${at + 1}`)
const port = 18_700

/** Folder of the worker's own profile. */
const profileFolder = join(tmpdir(), 'og-bench-profile')

/**
 * `--rows`: number of pages of all hosts together. `--profile`: prints the most expensive statements, and the worker's
 * profile.
 */
export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  const pages = options.rows ?? 3_000
  const folder = await mkdtemp(join(tmpdir(), 'og-crawl-'))
  // The user of PostgreSQL needs access to the folder.
  await chmod(folder, 0o755)
  const site = await startSite(pages)
  const counting = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' }
  const postgres = await startPostgres(join(folder, 'postgres'), options.profile ? counting : {}, () => {})
  const pool = openPool(postgres.url, { size: 3 })
  try {
    await migrate(pool, () => {})
    if (options.profile) await pool.query('create extension if not exists pg_stat_statements')
    const bare = await bareLoop(pages)
    const ogs = await makeSites(pool)
    const env = {
      DATABASE_URL: postgres.url,
      OG_DATA_DIR: folder,
      OG_CRAWL_ALLOW: '127.0.0.0/8',
      OG_LOG_LEVEL: 'info',
      ...(options.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` }),
    }
    const worker = await startWorker(env)
    const costs = openCosts({
      ...{ worker: worker.child.pid ?? 0, database: postgres.pid, site: site.pid ?? 0, bench: process.pid },
    })
    const reportSpeed = async (what: string, done: CrawlSpeed) => {
      console.error(formatCosts(what, costs(), done))
      if (options.profile) await printStatements(pool, what, 40)
      return done
    }
    if (options.profile) await pool.query('select pg_stat_statements_reset()')
    const first = await reportSpeed('first round', await round(pool, ogs))
    const waiting = await countUnfound(pool)
    // Index entries left over from the first round would otherwise count for the second.
    if (options.profile) await reportSpeed('entries left', await waitUntilIndexed(pool, waiting))
    const second = await reportSpeed('second round', await round(pool, ogs))
    const ended = new Promise(resolve => worker.child.once('exit', resolve))
    worker.child.kill('SIGTERM')
    await ended
    console.log(describeMachine())
    console.log(
      table(
        ['', 'pages', 'seconds', 'pages a second', 'of the bare loop'],
        [
          ['bare undici + htmlparser2', bare.pages, bare.seconds, bare.perSecond, 1],
          ['first round, stored and searched', first.pages, first.seconds, first.perSecond, ratio(first, bare)],
          ['second round, unchanged', second.pages, second.seconds, second.perSecond, ratio(second, bare)],
        ],
      ),
    )
    const { rows } = await pool.query('select count(*)::int as pages, sum(versions)::int as versions from page')
    const stored = await pool.query(
      'select coalesce(sum(stored), 0)::float8 as bytes, sum(size)::float8 as raw from blob',
    )
    return {
      pages: rows[0].pages,
      versions: rows[0].versions,
      bare_per_second: bare.perSecond,
      first_per_second: first.perSecond,
      second_per_second: second.perSecond,
      first_of_bare: ratio(first, bare),
      second_of_bare: ratio(second, bare),
      not_yet_found: waiting,
      stored_share: Math.round((stored.rows[0].bytes / stored.rows[0].raw) * 1000) / 1000,
      memory_mb: worker.peakMb(),
    }
  } finally {
    await pool.end()
    site.kill('SIGTERM')
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Number of versions whose search entries are not written yet. */
async function countUnfound(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    `select count(distinct record_id)::int as pages from search_queue where noun = 'page'`,
  )
  return rows[0].pages
}

async function waitUntilIndexed(pool: pg.Pool, pages: number): Promise<CrawlSpeed> {
  const startedAt = performance.now()
  while ((await countUnfound(pool)) > 0) await new Promise(resolve => setTimeout(resolve, 50))
  return speed(pages, performance.now() - startedAt)
}

type CrawlSpeed = { pages: number; seconds: number; perSecond: number }
const speed = (pages: number, ms: number): CrawlSpeed => ({
  pages,
  seconds: Math.round(ms / 10) / 100,
  perSecond: Math.round((pages * 1000) / ms),
})
const ratio = (one: CrawlSpeed, other: CrawlSpeed) => Math.round((one.perSecond / other.perSecond) * 100) / 100

export function startSite(pages: number): Promise<ChildProcess> {
  const path = fileURLToPath(new URL('crawl-site.ts', import.meta.url))
  const child = fork(path, [String(port), String(pages), ...hosts], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return new Promise(resolve => child.once('message', () => resolve(child)))
}

/** The baseline: fetch, read with a SAX parser, follow links; nothing is stored. */
async function bareLoop(most: number): Promise<CrawlSpeed> {
  const agent = new Agent({ connections: 1, pipelining: 1 })
  const startedAt = performance.now()
  let pages = 0
  await Promise.all(
    hosts.map(async host => {
      const origin = `http://${host}:${port}`
      const queue = [`${origin}/`]
      const seen = new Set(queue)
      for (let url = queue.shift(); url && pages < most; url = queue.shift()) {
        const { body } = await request(url, { dispatcher: agent })
        const html = await body.text()
        pages += 1
        const parser = new Parser({
          onopentag: (name, { href }) => {
            if (name !== 'a' || !href) return
            const link = new URL(href, origin).href
            if (seen.has(link)) return
            seen.add(link)
            queue.push(link)
          },
        })
        parser.end(html)
      }
    }),
  )
  await agent.destroy()
  return speed(pages, performance.now() - startedAt)
}

export async function makeSites(pool: pg.Pool): Promise<number[]> {
  const { rows } = await pool.query(
    `insert into og (name, entrances) select 'Site ' || host, array['http://' || host || ':' || $2 || '/']
     from unnest($1::text[]) as host returning id`,
    [hosts, port],
  )
  const ids = rows.map(row => Number(row.id))
  await pool.query('insert into site (og_id, delay_ms, max_depth) select id, 0, 50 from unnest($1::bigint[]) as id', [
    ids,
  ])
  await pool.query(
    `insert into word (word, key, level) select w, w, 2 from (select 'sensitive' || n as w from generate_series(1, 5000) as n) as words`,
  )
  return ids
}

export async function startWorker(env: Record<string, string>) {
  const path = fileURLToPath(new URL('../server/worker.ts', import.meta.url))
  const child = await startProcess(path, env, /crawler started/)
  let peak = 0
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }, 200)
  child.once('exit', () => clearInterval(timer))
  return { child, peakMb: () => Math.round(peak) }
}

/** Starts a round of every site at once and waits for the last. */
export async function round(pool: pg.Pool, ogs: number[]): Promise<CrawlSpeed> {
  const startedAt = performance.now()
  await pool.query(
    `insert into round (og_id, number, cause, started_at, deadline_at)
     select id, new_version + 1, 'person', now(), now() + interval '1 hour' from og where id = any($1::bigint[])`,
    [ogs],
  )
  await pool.query(
    `insert into frontier (og_id, url_key, round, url, host, depth, next_at)
     select og.id, coalesce(page.url_key, entrances[1]), og.new_version + 1, coalesce(page.url, entrances[1]),
       split_part(entrances[1], '/', 3), coalesce(page.depth, 0), now()
     from og left join page on page.og_id = og.id where og.id = any($1::bigint[])`,
    [ogs],
  )
  await pool.query(
    `insert into host_clock (host, next_at) select split_part(entrances[1], '/', 3), now() from og
     where id = any($1::bigint[]) on conflict (host) do update set next_at = now()`,
    [ogs],
  )
  for (;;) {
    const { rows } = await pool.query(
      `select count(*) filter (where state = 'running')::int as running, sum(fetched)::int as fetched from round
       where og_id = any($1::bigint[]) and number = (select max(number) from round)`,
      [ogs],
    )
    if (rows[0].running === 0) return speed(rows[0].fetched, performance.now() - startedAt)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
