// The database that the benches read: a million of everything, created once by SQL.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { MergeEntity } from '#contract/registry.ts'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import type { BenchOptions } from './kit.ts'

/** Parts that can be filled; persons include their memberships and relations, and need organisations first. */
type Part = MergeEntity
const fills: Record<Part, (pool: pg.Pool, rows: number) => Promise<void>> = {
  og: fillOgs,
  person: fillPersons,
  event: fillEvents,
}

export type Million = {
  pool: pg.Pool
  /** Environment of a server on this database. */
  env: Record<string, string>
  /** The first process of PostgreSQL. */
  databasePid: number
  close: () => Promise<void>
}

/** With `data` the filled database is stored there and reused; missing parts are created. */
export async function openMillion(
  { data, rows = 1_000_000, profile = false }: BenchOptions,
  parts: Part[],
): Promise<Million> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'og-bench-')))
  const counting = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' }
  const postgres = await startPostgres(folder, { fsync: 'off', max_wal_size: '8GB', ...(profile && counting) })
  const pool = openPool(postgres.url, { size: 3, statementTimeoutMs: 3_600_000 })
  await migrate(pool)
  if (profile) await pool.query('create extension if not exists pg_stat_statements')
  await pool.query(
    `insert into "user" (username, password_hash, role) values ('owner', 'x', 'admin') on conflict do nothing`,
  )
  for (const part of parts) {
    const { rows: filled } = await pool.query(`select 1 from ${part} limit 1`)
    if (filled.length > 0) continue
    console.error(`Making ${rows} of ${part}`)
    await fills[part](pool, rows)
  }
  return {
    pool,
    env: { DATABASE_URL: postgres.url, OG_DATA_DIR: folder, OG_LOG_LEVEL: 'error' },
    databasePid: postgres.pid,
    close: async () => {
      await pool.end()
      await postgres.stop()
      if (!data) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Names of both scripts from word lists; a tenth of the records are restricted to another user. */
async function fillOgs(pool: pg.Pool, rows: number): Promise<void> {
  await pool.query(`insert into og_cate (name) select 'Category ' || n from generate_series(1, 12) n`)
  // Indexes over words are built once at the end, as for any large load.
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

const familyNames = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高'
const givenNames = '伟芳娜敏静丽强磊洋艳勇军杰娟涛明超霞平刚'

/**
 * Persons of both scripts, each with two memberships and on average half a relation; a tenth restricted, a thousandth
 * in focus.
 */
async function fillPersons(pool: pg.Pool, rows: number): Promise<void> {
  await pool.query('drop index person_name_key_idx, person_name_grams_idx')
  await pool.query(
    `insert into person (name, aliases, position, region, score, is_focus, labels, owner, read_user, created_at, updated_at)
     select
       case when n % 3 = 0
         then substr('${familyNames}', 1 + h % 20, 1) || substr('${givenNames}', 1 + (h / 20) % 20, 1) || substr('${givenNames}', 1 + (h / 400) % 20, 1)
         else (array['Anna','Boris','Carla','David','Elena','Fatima','George','Hanna','Igor','Julia','Karim','Lucia','Maria','Nadia','Omar','Petra'])[1 + h % 16]
           || ' ' || (array['Petrov','Meyer','Tanaka','Okafor','Silva','Novak','Larsen','Haddad','Kowalski','Moreau','Rossi','Ivanov','Schmidt','Nguyen','Cantwell','Brandt'])[1 + (h / 16) % 16]
           || ' ' || chr(65 + n % 26) || (n % 9973) end,
       '{}', (array['Director','Chair','Member','Counsel','Minister'])[1 + h % 5],
       (array['CN','US','FR','DE','JP','BR','ZA','AU','IN','GB','RU','KR'])[1 + (h / 5) % 12],
       h % 101, n % 1000 = 0, case when n % 50 = 0 then '{vip}'::text[] else '{}' end,
       1, case when h % 10 = 0 then '{1}'::bigint[] else '{}' end,
       now() - n * interval '1 second', now() - n * interval '1 second'
     from (select n, abs(hashint4(n)) as h from generate_series(1, $1::int) n) as numbered`,
    [rows],
  )
  await pool.query(`set maintenance_work_mem = '1GB'`)
  await pool.query(
    'create index person_name_key_idx on person using gin (name_key gin_trgm_ops) with (fastupdate = off)',
  )
  await pool.query('create index person_name_grams_idx on person using gin (name_grams) with (fastupdate = off)')
  await pool.query(
    `insert into membership (person_id, og_id, role)
     select n, 1 + abs(hashint4(n * 2 + k)::bigint) % $1::int, 'Member'
     from generate_series(1, $1::int) n, generate_series(0, 1) k on conflict do nothing`,
    [rows],
  )
  await pool.query(
    `insert into relation (from_id, to_id, type)
     select least(a, b), greatest(a, b), 'colleague' from (
       select 1 + abs(hashint4(n)::bigint) % $1::int as a, 1 + abs(hashint4(-n)::bigint) % $1::int as b
       from generate_series(1, $1::int / 2) n) as pair where a <> b on conflict do nothing`,
    [rows],
  )
  await pool.query('vacuum analyze person, membership, relation')
}

/** Events over thirty years, most of one or a few days; each with a link to an organisation and a person. */
async function fillEvents(pool: pg.Pool, rows: number): Promise<void> {
  await pool.query('drop index event_name_key_idx, event_name_grams_idx')
  await pool.query(
    `insert into event (title, category, level, start_time, end_time, region, status, owner, read_user, created_at, updated_at)
     select (array['Meeting','Hearing','Contract','Protest','Summit','会议','签约','听证','裁决','展会'])[1 + h % 10] || ' ' || n,
       (array['politics','trade','court','science'])[1 + (h / 10) % 4], 1 + (h / 40) % 5,
       day::text, case when h % 4 = 0 then (day + h % 5)::text end,
       (array['CN','US','FR','DE','JP','BR','ZA','AU','IN','GB','RU','KR'])[1 + (h / 5) % 12],
       (array['draft','confirmed','confirmed','dismissed'])[1 + h % 4]::event_status, 1,
       case when h % 10 = 0 then '{1}'::bigint[] else '{}' end,
       now() - n * interval '1 second', now() - n * interval '1 second'
     from (select n, abs(hashint4(n)) as h, date '2000-01-01' + (abs(hashint4(n * 7)::bigint) % 10957)::int as day
       from generate_series(1, $1::int) n) as numbered`,
    [rows],
  )
  await pool.query(`set maintenance_work_mem = '1GB'`)
  await pool.query('create index event_name_key_idx on event using gin (name_key gin_trgm_ops) with (fastupdate = off)')
  await pool.query('create index event_name_grams_idx on event using gin (name_grams) with (fastupdate = off)')
  await pool.query('insert into event_og select n, 1 + n * 7 % 1000 from generate_series(1, $1::int) n', [rows])
  await pool.query('insert into event_person select n, 1 + n * 11 % 1000 from generate_series(1, $1::int) n', [rows])
  await pool.query('vacuum analyze event, event_og, event_person')
}
