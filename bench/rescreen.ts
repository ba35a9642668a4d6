// Screens all records again after one in a hundred entries of a list changed, ten times; decided hits must not reopen.
import { loadavg } from 'node:os'
import type pg from 'pg'
import { screenJob } from '#server/features/screening/screen.ts'
import { closeEngine } from '#server/features/screening/screening.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { randomOf } from './kills.ts'
import { type BenchOptions, describeMachine, table } from './kit.ts'
import { namesOf } from './rescreen-names.ts'
import { openTestStore } from './store-kit.ts'

const entries = 18_000
const changedEntries = entries / 100
const versions = 10
/** Records with the name of an entry; all their hits are decided before the list changes. */
const plantedRecords = 2_000

/** `--rows`: records, of which six in ten are persons. `--count`: versions of the list. */
export async function run({ rows = 1_000_000, count = versions }: BenchOptions): Promise<Record<string, unknown>> {
  const { ctx, pool, close } = await openTestStore()
  try {
    await fill(pool, rows)
    return await measure(ctx, pool, { rows, count })
  } finally {
    await closeEngine()
    await close()
  }
}

async function measure(ctx: Ctx, pool: pg.Pool, { rows, count }: { rows: number; count: number }) {
  await screenJob(ctx, {}, { signal: undefined })
  const decided = await decideAll(pool)
  const seconds: number[] = []
  let spent = 0
  let repeats = 0
  let found = 0
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 200)
  for (let n = 2; n < count + 2; n += 1) {
    await change(pool, n)
    const before = await hits(pool)
    const startedAt = performance.now()
    const cpu = process.cpuUsage()
    await screenJob(ctx, {}, { signal: undefined })
    seconds.push((performance.now() - startedAt) / 1000)
    const { user, system } = process.cpuUsage(cpu)
    spent += user + system
    repeats += await countReopened(pool)
    found += (await hits(pool)) - before
    console.error(`  version ${n}: ${seconds.at(-1)?.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}`)
  }
  clearInterval(watch)
  const sorted = seconds.toSorted((a, b) => a - b)
  const figures = {
    ...{ rows, entries, changed: changedEntries, versions: count },
    p50_s: round(sorted[Math.floor(count / 2)] ?? 0),
    slowest_s: round(sorted.at(-1) ?? 0),
    ...{ decided, repeats, found },
    peak_mb: Math.round(peak / 2 ** 20),
    cpu_s_each: round(spent / 1e6 / count),
    load: round(loadavg()[0] as number),
  }
  console.log(`${describeMachine()}, load average ${figures.load}`)
  console.log(
    table(
      ['what', 'measured', 'asked'],
      [
        [
          `${rows} records again after ${changedEntries} of ${entries} entries changed, median`,
          `${figures.p50_s} s`,
          '< 60 s',
        ],
        ['the same, slowest', `${figures.slowest_s} s`, '< 60 s'],
        [`of ${decided} decided pairs asked again over ${count} versions`, repeats, '0'],
        ['processor time of one version, threads together', `${figures.cpu_s_each} s`, ''],
        ['memory at most', `${figures.peak_mb} MB`, ''],
      ],
    ),
  )
  return figures
}

const round = (value: number) => Math.round(value * 10) / 10

/** Records and an already screened list, except for the records named like its entries. */
async function fill(pool: pg.Pool, rows: number): Promise<void> {
  console.error(`Making ${rows} records and ${entries} entries`)
  const name = namesOf(randomOf(1))
  await pool.query('alter table og disable trigger user; alter table person disable trigger user')
  const persons = Math.round(rows * 0.6)
  await insertRecords(pool, 'person', persons, name.person)
  await insertRecords(pool, 'og', rows - persons, name.og)
  await pool.query('alter table og enable trigger user; alter table person enable trigger user')
  await pool.query(`insert into list (name, version) values ('Sanctions', 1)`)
  await pool.query(`insert into screened_list (list_id, version) values (1, 1)`)
  await pool.query(`insert into screening_basis (rule, lists) values (0, '{"1": "1"}')`)
  for (const noun of ['og', 'person'])
    await pool.query(`insert into screened_record (noun, record_id, digest, basis, screened_at)
      select '${noun}', id, screened_digest(screened_fields(record)), 1, now() from ${noun} as record`)
  const made = Array.from({ length: entries - plantedRecords }, (_, n) =>
    n % 3 === 0 ? entry('Company', name.og()) : entry('Person', name.person()),
  )
  await pool.query(
    `insert into list_entry (list_id, key, since, schema, caption, properties)
     select 1, 'e' || n, 1, row.value ->> 'schema', row.value -> 'properties' -> 'name' ->> 0, row.value -> 'properties'
     from jsonb_array_elements($1::jsonb) with ordinality row (value, n)`,
    [JSON.stringify(made)],
  )
  await pool.query(
    `with named as (select name, row_number() over (order by id) as n from person order by id limit $1),
       made as (insert into list_entry (list_id, key, since, schema, caption, properties)
         select 1, 'p' || n, 1, 'Person', name, jsonb_build_object('name', jsonb_build_array(name)) from named)
     insert into screening_queue (noun, record_id) select 'person', id from person order by id limit $1`,
    [plantedRecords],
  )
  await pool.query('analyze')
}

type Name = { name: string; date: string | null; region: string | null }
const entry = (schema: string, { name, date, region }: Name) => ({
  schema,
  properties: {
    name: [name],
    ...(date && { birthDate: [date] }),
    ...(region && { country: [region.toLowerCase()] }),
  },
})

async function insertRecords(pool: pg.Pool, noun: 'og' | 'person', rows: number, make: () => Name): Promise<void> {
  const date = noun === 'og' ? 'register_time' : 'birth_time'
  for (let done = 0; done < rows; done += 20_000) {
    const batch = Array.from({ length: Math.min(20_000, rows - done) }, make)
    await pool.query(
      `insert into ${noun} (name, ${date}, region) select name, date, region
       from unnest($1::text[], $2::text[], $3::text[]) as row (name, date, region)`,
      [batch.map(({ name }) => name), batch.map(({ date }) => date), batch.map(({ region }) => region)],
    )
  }
}

async function decideAll(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `update screening set state = 'different', decided_state = 'different', decided_at = now(), decided_party = party,
       decided_entry = entry_party where state = 'open'`,
  )
  return rowCount ?? 0
}

/** In each version a different hundredth of the list gets additional data that is not compared. */
async function change(pool: pg.Pool, version: number): Promise<void> {
  await pool.query(
    `with former as (update list_entry set until = $1 where id in (select id from list_entry where until is null
         order by hashint8(id + $1) limit $2) returning *)
     insert into list_entry (list_id, key, since, schema, caption, properties)
     select list_id, key, $1, schema, caption, properties || jsonb_build_object('notes', jsonb_build_array('of ' || $1::text)) from former`,
    [version, changedEntries],
  )
  await pool.query('update list set version = $1', [version])
}

async function countReopened(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(`select 1 from screening where state = 'open' and decided_at is not null`)
  return rowCount ?? 0
}

async function hits(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from screening')
  return rows[0]?.count ?? 0
}
