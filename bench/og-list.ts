// The organisation list over a million records, compared with a bare route that runs only the SELECT.
import type pg from 'pg'
import { type BenchOptions, describeMachine, latencies, load, signIn, startProcess, table } from './kit.ts'
import { openMillion } from './million.ts'

const apiPort = 18_080
const barePort = 18_081
/** Fragments that an analyst types: rare, middling and common, Chinese and Latin, two characters and more. */
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

/** With `--data DIR` the filled database is stored there and reused. */
export async function run({ rows = 1_000_000, data }: BenchOptions): Promise<Record<string, unknown>> {
  const million = await openMillion({ rows, data }, ['og'])
  const { pool } = million
  const admin = await signIn(pool, 'admin', 'bench-admin')
  const reader = await signIn(pool, 'reader', 'bench-reader')

  const bare = await startProcess('bench/bare-route.ts', { ...million.env, PORT: String(barePort) }, /ready/)
  const api = await startProcess('server/main.ts', { ...million.env, PORT: String(apiPort) }, /listens/)
  try {
    return await measure(pool, rows, admin, reader)
  } finally {
    api.kill()
    bare.kill()
    await million.close()
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
  // Constant writes invalidate all cached replies.
  const writing = setInterval(() => void pool.query(`update "user" set rev = rev + 1 where username = 'owner'`), 2)
  const fullUnderWrites = await load([list('sort=-updated_at&pageSize=20')], { token: admin })
  const foundUnderWrites = await load(search, { token: admin, seconds: 10 })
  clearInterval(writing)
  // Each of these writes may change the results; as many as the machine manages in addition to the searches.
  let written = 0
  let isWriting = false
  const writingOwn = setInterval(async () => {
    if (isWriting) return
    isWriting = true
    await pool.query('update og set weight = weight where id = $1', [1 + Math.floor(Math.random() * rows)])
    written += 1
    isWriting = false
  }, 2)
  const foundUnderOwnWrites = await load(search, { token: admin, seconds: 10 })
  clearInterval(writingOwn)
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
    search_under_own_writes_per_s: foundUnderOwnWrites.perSecond,
    own_writes_per_s: Math.round(written / 12),
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
  console.log(describeMachine())
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
          'the same while something else is written 500 times a second',
          `${figures.search_under_writes_per_s}/s`,
          '≥ 600/s',
        ],
        [
          'the same while organisations themselves are written',
          `${figures.search_under_own_writes_per_s}/s beside ${figures.own_writes_per_s} writes/s`,
          'told',
        ],
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
