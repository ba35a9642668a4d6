// The graph around a person with 500 neighbours among a million persons, compared with one bare recursive SELECT.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { type BenchOptions, describeMachine, latencies, signIn, startProcess, table } from './kit.ts'

const port = 18_084
const hubs = 20
const rounds = 5
const neighbours = 500

/** With `--data DIR` the filled database is stored there and reused; `--rows` is the number of persons. */
export async function run({ rows = 1_000_000, data }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'og-bench-')))
  const postgres = await startPostgres(folder, { fsync: 'off', max_wal_size: '8GB' })
  const pool = openPool(postgres.url, { size: 3, statementTimeoutMs: 3_600_000 })
  await migrate(pool)
  const { rows: filled } = await pool.query('select 1 from person limit 1')
  if (filled.length === 0) {
    console.error(`Making ${rows} persons`)
    await fill(pool, rows)
  }
  const admin = await signIn(pool, 'admin', 'bench-admin')
  const reader = await signIn(pool, 'reader', 'bench-reader')
  const env = { DATABASE_URL: postgres.url, OG_DATA_DIR: folder, OG_LOG_LEVEL: 'error', PORT: String(port) }
  const api = await startProcess('server/main.ts', env, /listens/)
  try {
    return await measure(pool, rows, { admin, reader })
  } finally {
    api.kill()
    await pool.end()
    await postgres.stop()
    if (!data) await rm(folder, { recursive: true, force: true })
  }
}

async function measure(pool: pg.Pool, rows: number, tokens: { admin: string; reader: string }) {
  const urls = (query: string) =>
    Array.from({ length: hubs }, (_, n) => `http://127.0.0.1:${port}/v1/person/relation/${n + 1}?${query}`)
  const measureQuery = async (query: string, token: string) => {
    await latencies(urls(query), token, 1)
    return await latencies(urls(query), token, rounds)
  }
  const bare = await bareLatencies(pool, 1_000)
  const two = await measureQuery('depth=2&limit=1000', tokens.admin)
  const twoReader = await measureQuery('depth=2&limit=1000', tokens.reader)
  const one = await measureQuery('depth=1&limit=300', tokens.admin)
  const preset = await measureQuery('depth=2&limit=300', tokens.admin)
  const presetReader = await measureQuery('depth=2&limit=300', tokens.reader)
  const deep = await latencies(urls('depth=4&limit=5000').slice(0, 10), tokens.admin, 1)
  const figures = {
    rows,
    depth2_p50_ms: round(two.p50),
    depth2_p95_ms: round(two.p95),
    depth2_reader_p95_ms: round(twoReader.p95),
    bare_p50_ms: round(bare.p50),
    bare_p95_ms: round(bare.p95),
    ratio: round(two.p50 / bare.p50),
    depth1_p95_ms: round(one.p95),
    depth2_limit300_p95_ms: round(preset.p95),
    depth2_limit300_reader_p95_ms: round(presetReader.p95),
    depth4_limit5000_p95_ms: round(deep.p95),
    load: round(loadavg()[0] as number),
  }
  console.log(`${describeMachine()}, load average ${figures.load}`)
  console.log(
    table(
      ['what', 'measured', 'asked'],
      [
        ['depth 2, 1,000 nodes, p95 over HTTP', `${figures.depth2_p95_ms} ms`, '< 60 ms'],
        ['the same as a reader with restricted records', `${figures.depth2_reader_p95_ms} ms`, ''],
        [
          'against the bare recursive SQL, p50',
          `${figures.depth2_p50_ms} ms against ${figures.bare_p50_ms} ms: ${figures.ratio}`,
          '≤ 3',
        ],
        [
          'depth 2, the preset 300 nodes, p95',
          `${figures.depth2_limit300_p95_ms} ms, reader ${figures.depth2_limit300_reader_p95_ms} ms`,
          '< 60 ms',
        ],
        ['depth 4, 5,000 nodes, p95', `${figures.depth4_limit5000_p95_ms} ms`, ''],
      ],
    ),
  )
  return figures
}

const round = (value: number) => Math.round(value * 10) / 10

/**
 * The baseline: one recursive statement without access checks, limits per node, degrees or the count of omitted nodes.
 */
async function bareLatencies(pool: pg.Pool, limit: number): Promise<{ p50: number; p95: number }> {
  const text = `
    with recursive walk (kind, id, depth) as (
      select 'p', $1::bigint, 0
      union
      select next.kind, next.id, walk.depth + 1 from walk cross join lateral (
        select 'p' as kind, to_id as id from relation where walk.kind = 'p' and from_id = walk.id
        union all select 'p', from_id from relation where walk.kind = 'p' and to_id = walk.id
        union all select 'o', og_id from membership where walk.kind = 'p' and person_id = walk.id
        union all select 'p', person_id from membership where walk.kind = 'o' and og_id = walk.id
      ) as next where walk.depth < 2
    ), near as materialized (
      select kind, id, min(depth) as depth from walk group by kind, id order by min(depth) limit ${limit}
    )
    select json_build_object(
      'nodes', (select json_agg(json_build_object('kind', near.kind, 'id', near.id, 'depth', near.depth,
        'name', coalesce(person.name, og.name), 'icon', coalesce(person.icon, og.icon)))
        from near left join lateral (select name, icon from person where near.kind = 'p' and person.id = near.id offset 0) as person on true
          left join lateral (select name, icon from og where near.kind = 'o' and og.id = near.id offset 0) as og on true),
      'relations', (select json_agg(link) from near as a
        cross join lateral (select * from relation where a.kind = 'p' and from_id = a.id offset 0) as link
        where link.to_id in (select id from near where kind = 'p')),
      'memberships', (select json_agg(link) from near as a
        cross join lateral (select * from membership where a.kind = 'p' and person_id = a.id offset 0) as link
        where link.og_id in (select id from near where kind = 'o'))) as graph`
  const times: number[] = []
  for (let turn = 0; turn < rounds + 1; turn += 1)
    for (let id = 1; id <= hubs; id += 1) {
      const startedAt = performance.now()
      await pool.query({ name: 'bare', text, values: [id] })
      if (turn > 0) times.push(performance.now() - startedAt)
    }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] as number
  return { p50: at(0.5), p95: at(0.95) }
}

/**
 * Two memberships and on average half a relation per person, twenty members per organisation; some persons with 500
 * neighbours.
 */
async function fill(pool: pg.Pool, rows: number): Promise<void> {
  await pool.query(`insert into "user" (username, password_hash, role) values ('owner', 'x', 'admin')`)
  await pool.query('drop index person_name_key_idx, person_name_grams_idx, og_name_key_idx, og_name_grams_idx')
  const ogs = Math.ceil(rows / 10)
  await pool.query(
    `insert into og (name, owner, read_user) select 'Organisation ' || n, 1, case when n % 10 = 0 then '{1}' else '{}' end::bigint[]
     from generate_series(1, $1::int) n`,
    [ogs],
  )
  await pool.query(
    `insert into person (name, position, owner, read_user)
     select 'Person ' || n, 'Director', 1, case when n > 1000 and n % 10 = 0 then '{1}' else '{}' end::bigint[]
     from generate_series(1, $1::int) n`,
    [rows],
  )
  await pool.query(
    `insert into membership (person_id, og_id, role)
     select n, 1 + abs(hashint4(n * 2 + k)::bigint) % $2::int, 'Member ' || k
     from generate_series(1, $1::int) n, generate_series(0, 1) k on conflict do nothing`,
    [rows, ogs],
  )
  await pool.query(
    `insert into relation (from_id, to_id, type)
     select hub, 1001 + abs(hashint4(hub * 1000 + n)::bigint) % ($1::int - 1001), 'friend'
     from generate_series(1, ${hubs}) hub, generate_series(1, ${neighbours}) n on conflict do nothing`,
    [rows],
  )
  await pool.query(
    `insert into relation (from_id, to_id, type)
     select least(a, b), greatest(a, b), 'colleague' from (
       select 1001 + abs(hashint4(n)::bigint) % ($1::int - 1001) as a, 1001 + abs(hashint4(-n)::bigint) % ($1::int - 1001) as b
       from generate_series(1, $1::int / 2) n) as pair where a <> b on conflict do nothing`,
    [rows],
  )
  await pool.query('vacuum analyze og, person, membership, relation')
}
