// Chains of ownership to depth 8 among a million organisations with two million holdings.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { type BenchOptions, describeMachine, latencies, signIn, startProcess, table } from './kit.ts'

const port = 18_086
const requestCount = 200
const hubs = 20

/** With `--data DIR` the filled database is stored there and reused; `--rows` is the number of organisations. */
export async function run({ rows = 1_000_000, data }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'og-bench-')))
  const postgres = await startPostgres(folder, { fsync: 'off', max_wal_size: '8GB' })
  const pool = openPool(postgres.url, { size: 3, statementTimeoutMs: 3_600_000 })
  await migrate(pool)
  const { rows: filled } = await pool.query('select 1 from og_relation limit 1')
  if (filled.length === 0) {
    console.error(`Making ${rows} organisations and ${2 * rows} holdings`)
    await fill(pool, rows)
  }
  const admin = await signIn(pool, 'admin', 'bench-admin')
  const reader = await signIn(pool, 'reader', 'bench-reader')
  const env = { DATABASE_URL: postgres.url, OG_DATA_DIR: folder, OG_LOG_LEVEL: 'error', PORT: String(port) }
  const api = await startProcess('server/main.ts', env, /listens/)
  try {
    return await measure(rows, { admin, reader })
  } finally {
    api.kill()
    await pool.end()
    await postgres.stop()
    if (!data) await rm(folder, { recursive: true, force: true })
  }
}

async function measure(rows: number, tokens: { admin: string; reader: string }) {
  const at = `http://127.0.0.1:${port}/v1/og`
  // One in ten is restricted and cannot be a root for the reader.
  const root = (n: number) => hubs + 1 + ((n * 7919) % (rows - hubs))
  const any = Array.from(
    { length: requestCount },
    (_, n) => `${at}/${root(n) - (root(n) % 10 === 0 ? 1 : 0)}/ownership`,
  )
  const funds = Array.from({ length: hubs }, (_, n) => `${at}/${n + 1}/ownership`)
  const list = [`${at}?sanctioned_share=certain&pageSize=50`]
  const warm = async (urls: string[], token: string, rounds: number) => {
    await latencies(urls, token, 1)
    return await latencies(urls, token, rounds)
  }
  const [chains, ofReader] = [await warm(any, tokens.admin, 3), await warm(any, tokens.reader, 3)]
  const [ofFunds, found] = [await warm(funds, tokens.admin, 3), await warm(list, tokens.admin, 5)]
  const figures = {
    rows,
    chain_p50_ms: round(chains.p50),
    chain_p95_ms: round(chains.p95),
    chain_reader_p95_ms: round(ofReader.p95),
    fund_p95_ms: round(ofFunds.p95),
    list_p50_ms: round(found.p50),
    load: round(loadavg()[0] as number),
  }
  console.log(`${describeMachine()}, load average ${figures.load}`)
  console.log(
    table(
      ['what', 'measured', 'asked'],
      [
        ['chains both ways to depth 8, over HTTP, p50', `${figures.chain_p50_ms} ms`, ''],
        ['the same, p95', `${figures.chain_p95_ms} ms`, '< 60 ms'],
        ['as a reader with restricted organisations, p95', `${figures.chain_reader_p95_ms} ms`, '< 60 ms'],
        ['of a fund with thousands of holdings, p95', `${figures.fund_p95_ms} ms`, ''],
        ['the list of what sanctioned parties own to half, p50', `${figures.list_p50_ms} ms`, ''],
      ],
    ),
  )
  return figures
}

const round = (value: number) => Math.round(value * 10) / 10

/**
 * Two owners per organisation, a fifth of all holdings by twenty funds; one in ten restricted, one in a thousand
 * sanctioned.
 */
async function fill(pool: pg.Pool, rows: number): Promise<void> {
  await pool.query(`insert into "user" (username, password_hash, role) values ('owner', 'x', 'admin')`)
  await pool.query('drop index og_name_key_idx, og_name_grams_idx')
  await pool.query(
    `insert into og (name, owner, read_user, danger_level)
     select 'Organisation ' || n, 1, case when n > 1000 and n % 10 = 0 then '{1}' else '{}' end::bigint[],
       case when n > 1000 and n % 1000 = 1 then '受制裁' else '待定' end::danger_level
     from generate_series(1, $1::int) n`,
    [rows],
  )
  await pool.query(
    `insert into og_relation (from_og_id, og_id, type, share_min, share_max)
     select owner, n, 'owns', share, least(100, share + n % 3 * 5) from (
       select n, case when k = 0 and n % 5 = 0 then 1 + n % ${hubs}
           else 1 + abs(hashint4(n * 2 + k)::bigint) % $1::int end as owner,
         5 + abs(hashint4(n * 3 + k)::bigint) % 60 as share
       from generate_series(1, $1::int) n, generate_series(0, 1) k) as pair
     where owner <> n on conflict do nothing`,
    [rows],
  )
  await pool.query('vacuum analyze og, og_relation')
}
