// The organisation list over a million records, against a bare route with the one SELECT.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { hashToken, newToken } from '#server/features/session/token.ts'
import { openPool } from '#server/platform/db.ts'
import { migrate } from '#server/platform/migrate.ts'
import { startPostgres } from '#server/platform/postgres.ts'
import { type BenchOptions, latencies, load, machine, startProcess, table } from './kit.ts'

const apiPort = 18_080
const barePort = 18_081
/** Fragments an analyst types: rare, middling and common, Chinese and Latin, two characters and more. */
const keywords = [
  '石油',
  '华东',
  '明珠科技',
  '银行',
  'petro',
  'quartz',
  'North Star',
  'ltd 77',
  '国际 贸易',
  'zenith 41',
]

/** With `--data DIR` the filled database is kept there and used again. */
export async function run({ rows = 1_000_000, data }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'og-bench-')))
  const postgres = await startPostgres(folder, { fsync: 'off', max_wal_size: '8GB' })
  const pool = openPool(postgres.url, { size: 3, statementTimeoutMs: 3_600_000 })
  await migrate(pool)
  const { rows: filled } = await pool.query('select 1 from og limit 1')
  if (filled.length === 0) {
    console.error(`Making ${rows} organisations`)
    await fill(pool, rows)
  }
  const admin = await signIn(pool, 'admin', 'bench-admin')
  const reader = await signIn(pool, 'reader', 'bench-reader')

  const env = { DATABASE_URL: postgres.url, OG_DATA_DIR: folder, OG_LOG_LEVEL: 'error' }
  const bare = await startProcess('bench/bare-route.ts', { ...env, PORT: String(barePort) }, /ready/)
  const api = await startProcess('server/main.ts', { ...env, PORT: String(apiPort) }, /listens/)
  try {
    return await measure(pool, rows, admin, reader)
  } finally {
    api.kill()
    bare.kill()
    await pool.end()
    await postgres.stop()
    if (!data) await rm(folder, { recursive: true, force: true })
  }
}

async function measure(pool: pg.Pool, rows: number, admin: string, reader: string) {
  const list = (query: string) => `http://127.0.0.1:${apiPort}/v1/og?${query}`
  const bare = `http://127.0.0.1:${barePort}/`
  const search = keywords.map(keyword => list(`keyword=${encodeURIComponent(keyword)}&pageSize=20`))

  const floor = await load([bare], {})
  const full = await load([list('sort=-updated_at&pageSize=20')], { token: admin })
  const floorAgain = await load([bare], {})
  const restricted = await load([list('sort=-updated_at&pageSize=20')], { token: reader })
  // Something is written all the while: nothing remembered holds.
  const writing = setInterval(() => void pool.query(`update "user" set rev = rev + 1 where username = 'owner'`), 2)
  const fullUnderWrites = await load([list('sort=-updated_at&pageSize=20')], { token: admin })
  const foundUnderWrites = await load(search, { token: admin, seconds: 10 })
  clearInterval(writing)
  const fullAgain = await load([list('sort=-updated_at&pageSize=20')], { token: admin })
  const found = await load(search, { token: admin, seconds: 10 })
  const foundByReader = await load(search, { token: reader, seconds: 10 })
  const single = await latencies(search, admin, 30)
  const first = await latencies([list('current=1&pageSize=20')], admin, 200)
  const deepPages = Array.from({ length: 20 }, (_, n) => list(`current=${4_990 + n}&pageSize=20`))
  const deepCold = await latencies([list('current=4990&pageSize=20')], admin, 1)
  const deep = await latencies(deepPages, admin, 10)

  const bestFloor = (floor.perSecond + floorAgain.perSecond) / 2
  const bestFull = (full.perSecond + fullAgain.perSecond) / 2
  const figures = {
    rows,
    bare_per_s: Math.round(bestFloor),
    list_per_s: Math.round(bestFull),
    list_share: round(bestFull / bestFloor),
    list_under_writes_share: round(fullUnderWrites.perSecond / bestFloor),
    search_under_writes_per_s: foundUnderWrites.perSecond,
    restricted_share: round(restricted.perSecond / bestFull),
    search_per_s: found.perSecond,
    search_p95_ms: round(single.p95),
    search_loaded_p97_ms: found.p95,
    search_reader_per_s: foundByReader.perSecond,
    first_page_ms: round(first.p50),
    deep_page_ms: round(deep.p50),
    deep_first_visit_ms: round(deepCold.p50),
    deep_ratio: round(deep.p50 / first.p50),
    errors: full.errors + restricted.errors + found.errors,
  }
  console.log(machine())
  console.log(
    table(
      ['what', 'measured', 'asked'],
      [
        [
          'list, 20 rows with total, 10 connections',
          `${figures.list_per_s}/s, bare route ${figures.bare_per_s}/s: ${figures.list_share}`,
          '≥ 0.5',
        ],
        [
          'the same while records are written all the time',
          `${fullUnderWrites.perSecond}/s: ${figures.list_under_writes_share}`,
          '',
        ],
        ['restricted reader against admin', figures.restricted_share, '≥ 0.7'],
        ['keyword search, 10 connections', `${figures.search_per_s}/s`, '≥ 600/s'],
        [
          'keyword search p95',
          `${figures.search_p95_ms} ms alone, ${figures.search_loaded_p97_ms} ms (p97.5) under load`,
          '< 30 ms',
        ],
        [
          'page 5,000 against page 1',
          `${figures.deep_page_ms} ms / ${figures.first_page_ms} ms = ${figures.deep_ratio} (first visit ${figures.deep_first_visit_ms} ms)`,
          '≤ 5',
        ],
      ],
    ),
  )
  return figures
}

const round = (value: number) => Math.round(value * 100) / 100

async function signIn(pool: pg.Pool, role: string, username: string): Promise<string> {
  const token = newToken()
  await pool.query(
    `with made as (insert into "user" (username, password_hash, role) values ($1, 'x', $2)
       on conflict (lower(username)) do update set role = excluded.role returning id)
     insert into session (token_hash, user_id, created_at, last_seen_at, expires_at, address, user_agent)
     select $3, id, now(), now(), now() + interval '1 day', '', '' from made`,
    [username, role, hashToken(token)],
  )
  return token
}

/** Names of both scripts from word lists; a tenth of the records restricted to somebody else. */
async function fill(pool: pg.Pool, rows: number): Promise<void> {
  await pool.query(`insert into "user" (username, password_hash, role) values ('owner', 'x', 'admin')`)
  await pool.query(`insert into og_cate (name) select 'Category ' || n from generate_series(1, 12) n`)
  // Indexes over words are made once at the end, as for any large load.
  await pool.query('drop index og_name_key_idx, og_name_grams_idx')
  await pool.query(
    `insert into og (name, eng_name, category_id, host, region, danger_level, weight, owner, read_user, created_at, updated_at)
     select
       (array['华东','华北','西南','明珠','长江','北方','东海','金山','蓝天','云峰','海川','天宝','新星','瑞丰','宏远','中原'])[1 + h % 16]
         || (array['石油','银行','科技','贸易','重工','电力','航运','医药','地产','化工','矿业','通信','食品','证券','保险','能源'])[1 + (h / 16) % 16]
         || (array['集团','有限公司','国际','控股','研究院'])[1 + (h / 256) % 5] || (n % 977),
       (array['North','East','South','Blue','Quartz','Zenith','Union','Petro','Global','Prime','Silver','Royal','Delta','Orion','Nova','Atlas'])[1 + (h / 7) % 16]
         || ' ' || (array['Star','Bank','Tech','Trading','Heavy','Power','Marine','Pharma','Estate','Chemical','Mining','Telecom'])[1 + (h / 112) % 12]
         || ' Ltd ' || (n % 1013),
       1 + n % 12, 'www.og' || n || '.example',
       (array['CN','US','FR','DE','JP','BR','ZA','AU','IN','GB','RU','KR'])[1 + (h / 5) % 12],
       (array['受制裁','一类','二类','中性','待定'])[1 + (h / 3) % 5]::danger_level,
       h % 101, 1, case when h % 10 = 0 then '{1}'::bigint[] else '{}' end,
       now() - n * interval '1 second', now() - n * interval '1 second'
     from (select n, abs(hashint4(n)) as h from generate_series(1, $1::int) n) as numbered`,
    [rows],
  )
  await pool.query(`set maintenance_work_mem = '1GB'`)
  await pool.query('create index og_name_key_idx on og using gin (name_key gin_trgm_ops) with (fastupdate = off)')
  await pool.query('create index og_name_grams_idx on og using gin (name_grams) with (fastupdate = off)')
  await pool.query('vacuum analyze og')
}
