// `npm run bench -- growth [--pages 100000,1000000,10000000] [--quick] [--data DIR [--fill]]`: pages with versions
// created in the database, and the same work at each size. Work that costs more at the largest size than at the
// smallest grows with the stored data. Existing data in DIR is reused; `--fill` creates the pages and measures nothing,
// so that only the measurement needs a quiet hour. `--count DAYS [--pages 3000]`: instead, this many days of rounds
// with retention.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Ctx, systemActor } from '#server/platform/ctx.ts'
import { openDb, openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { openLog } from '#server/platform/log.ts'
import { type BenchOptions, describeMachine, table } from '../kit.ts'
import { measureCopy } from './copy.ts'
import { measureDays } from './days.ts'
import { fill, fillUsers, pagesOfSite } from './fill.ts'
import { fillTexts } from './text.ts'
import { measureWork, type Times } from './work.ts'

/** Bytes on disk per page, including versions, differences and indexes, plus temporary space for creating them. */
const bytesPerPage = 3_000
/** Faster to fill, because this data need not survive; measurements run with the product's own settings. */
const filling = {
  fsync: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'off',
  max_wal_size: '8GB',
  shared_buffers: '1GB',
  autovacuum: 'off',
}

type Size = { pages: number; load: number; times: Times; copyMbPerSecond: number; tables: TableSize[]; filledS: number }
type TableSize = { name: string; mb: number; indexMb: number }

export async function run({
  data,
  pages = '100000,1000000',
  quick = false,
  count: days,
  fill: isFillOnly = false,
}: BenchOptions): Promise<Record<string, unknown>> {
  const sizes = pages.split(',').map(text => Math.ceil(Number(text) / pagesOfSite) * pagesOfSite)
  const folder = data ?? mkdtempSync(join(tmpdir(), 'og-growth-'))
  mkdirSync(folder, { recursive: true })
  // PostgreSQL may run as a different user, who needs access.
  chmodSync(folder, 0o755)
  // Existing data already has its space.
  if (!existsSync(join(folder, 'postgres'))) needRoom(folder, Math.max(...sizes))
  try {
    if (days) return await runDays(folder, sizes[0] as number, days)
    const measured: Size[] = []
    for (const size of sizes) {
      const startedAt = performance.now()
      await withDatabase(folder, filling, pool => fillTo(pool, size))
      const filledS = (performance.now() - startedAt) / 1000
      if (isFillOnly) continue
      measured.push(await withDatabase(folder, {}, (pool, url) => measure(url, pool, { folder, size, quick, filledS })))
      printSize(measured.at(-1) as Size)
    }
    return isFillOnly ? { pages: sizes.at(-1) } : report(measured)
  } finally {
    if (!data) rmSync(folder, { recursive: true, force: true })
  }
}

async function withDatabase<T>(
  folder: string,
  settings: Record<string, string>,
  act: (pool: pg.Pool, url: string) => Promise<T>,
): Promise<T> {
  const postgres = await startPostgres(join(folder, 'postgres'), settings)
  const pool = openPool(postgres.url, { size: 8, statementTimeoutMs: 3_600_000 })
  try {
    return await act(pool, postgres.url)
  } finally {
    await pool.end()
    await postgres.stop()
  }
}

async function runDays(folder: string, size: number, days: number): Promise<Record<string, unknown>> {
  await withDatabase(folder, filling, pool => fillTo(pool, size))
  const load = loadavg()[0] ?? 0
  // A day takes seconds here, so the database's maintenance, which runs each minute, must run correspondingly often.
  const measured = await withDatabase(folder, { autovacuum_naptime: '1s' }, pool =>
    measureDays(systemOf(pool, folder), pool, { days, sites: size / pagesOfSite, folder }),
  )
  const titles = ['day', 'versions', 'tables, MB', 'dead rows', 'packs, MB', 'round, ms', 'night, ms']
  const rows = measured.map(each => [
    each.day,
    each.versions,
    each.mb,
    each.dead,
    each.packsMb,
    each.roundMs,
    each.nightMs,
  ])
  console.log(`${describeMachine()}, load ${round(load)}, ${size} pages`)
  console.log(table(titles, rows))
  return { pages: size, load: round(load), days: measured }
}

function systemOf(pool: pg.Pool, folder: string): Ctx {
  return {
    db: openDb(pool),
    actor: systemActor,
    now: systemClock,
    log: openLog({ logLevel: 'error' }, 'bench'),
    blobs: openFileBlobs(join(folder, 'blobs')),
    locale: 'en-US',
    reqId: 'benchbenchbenchb',
    address: '',
    boundFactor: 10_000,
  }
}

async function fillTo(pool: pg.Pool, size: number): Promise<void> {
  await migrate(pool)
  const { rows } = await pool.query<{ held: number }>('select coalesce(max(id), 0)::int as held from page')
  const held = rows[0]?.held ?? 0
  if (held > size) throw new Error(`The folder contains ${held} pages, more than the ${size} requested`)
  if (held === size) return
  if (held === 0) {
    await fillUsers(pool)
    await fillTexts(pool)
  }
  console.error(`From ${held} to ${size} pages`)
  await fill(pool, { from: held, to: size })
}

type GrowthRun = { folder: string; size: number; quick: boolean; filledS: number }

async function measure(url: string, pool: pg.Pool, { folder, size, quick, filledS }: GrowthRun): Promise<Size> {
  const system = systemOf(pool, folder)
  // Not on the access lists: this reader may not read a tenth of the sites.
  const actor = {
    kind: 'user' as const,
    id: 2,
    username: 'user2',
    role: 'super_editor' as const,
    sessionId: 1,
    keys: [2],
  }
  const load = loadavg()[0] ?? 0
  const words = await drawWords(pool)
  const times = await measureWork({ system, reader: { ...system, actor }, pages: size, folder, isQuick: quick, words })
  const copyMbPerSecond = await measureCopy(url)
  return { pages: size, load, times, copyMbPerSecond, tables: await tablesOf(pool), filledS }
}

/** Words of stored texts in their natural frequency: frequent ones are drawn often. */
async function drawWords(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ word: string }>(
    `select lexeme as word from growth_text, unnest(words) where no % 40 < 2 and length(lexeme) > 1 order by md5(no || lexeme) limit 400`,
  )
  return rows.map(row => row.word)
}

async function tablesOf(pool: pg.Pool): Promise<TableSize[]> {
  const { rows } = await pool.query<TableSize>(
    `select relname as name, round(pg_table_size(oid) / 1e6)::int as mb, round(pg_indexes_size(oid) / 1e6)::int as "indexMb"
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'growth_text'
     order by pg_total_relation_size(oid) desc limit 14`,
  )
  return rows
}

function needRoom(folder: string, pages: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = pages * bytesPerPage
  if (bavail * bsize < needed)
    throw new Error(
      `${pages} pages need about ${Math.ceil(needed / 1e9)} GB under ${folder}; choose fewer with --pages`,
    )
}

const quantile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
const round = (value: number) => Math.round(value * 10) / 10

function printSize({ pages, times, load, filledS }: Size): void {
  console.error(`${pages} pages, filled in ${Math.round(filledS)} s, load ${round(load)}`)
  for (const [name, all] of times)
    console.error(`  ${name}: p50 ${round(quantile(all, 0.5))}, p95 ${round(quantile(all, 0.95))} ms`)
}

function report(sizes: Size[]): Record<string, unknown> {
  const first = sizes[0] as Size
  const last = sizes.at(-1) as Size
  const names = [...first.times.keys()]
  const figure = ({ times }: Size, name: string) => {
    const all = times.get(name) ?? []
    return { p50: round(quantile(all, 0.5)), p95: round(quantile(all, 0.95)) }
  }
  const ratios = Object.fromEntries(
    names.map(name => [name, round(figure(last, name).p50 / Math.max(0.1, figure(first, name).p50))]),
  )
  console.log(`${describeMachine()}, load ${sizes.map(({ load }) => round(load)).join(', ')}`)
  console.log(
    table(
      [
        'ms: p50, p95',
        ...sizes.map(({ pages }) => `${pages.toLocaleString('en')} pages`),
        'largest ÷ smallest',
        'asked',
      ],
      names.map(name => [
        name,
        ...sizes.map(size => (size.times.has(name) ? `${figure(size, name).p50}, ${figure(size, name).p95}` : '')),
        last.times.has(name) ? (ratios[name] as number) : '',
        name.includes('Sundays') ? 'linear' : '≤ 1.5',
      ]),
    ),
  )
  console.log(
    table(
      ['table, of the largest size', 'MB', 'indexes, MB'],
      last.tables.map(({ name, mb, indexMb }) => [name, mb, indexMb]),
    ),
  )
  return {
    ratios,
    sizes: sizes.map(size => ({
      pages: size.pages,
      load: round(size.load),
      filled_s: Math.round(size.filledS),
      copy_mb_per_s: round(size.copyMbPerSecond),
      times: Object.fromEntries(names.map(name => [name, figure(size, name)])),
      tables: size.tables,
    })),
  }
}
