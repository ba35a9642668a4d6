// Search among a million records and page versions: two words of Chinese or English drawn from a stored text, and the
// palette's suggestions letter by letter, compared with PostgreSQL's ILIKE on the same texts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { type BenchOptions, describeMachine, latencies, signIn, startProcess, table } from './kit.ts'
import { fillEntries, randomFrom, wordsOf } from './search-data.ts'

const port = 18_090
const questions = 150
const peerQuestions = 4

/**
 * With `--data DIR` the filled database is stored there and reused; `OG_POSTGRES_BUFFER_MB` applies as for the console.
 */
export async function run({ rows = 1_000_000, data }: BenchOptions): Promise<Record<string, unknown>> {
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'og-bench-')))
  const buffers = `${process.env.OG_POSTGRES_BUFFER_MB ?? 256}MB`
  const postgres = await startPostgres(folder, { fsync: 'off', max_wal_size: '8GB', shared_buffers: buffers })
  const pool = openPool(postgres.url, { size: 3, statementTimeoutMs: 3_600_000 })
  await migrate(pool)
  const { rows: filled } = await pool.query('select 1 from search_entry limit 1')
  if (filled.length === 0) await fillEntries(pool, rows)
  const env = { DATABASE_URL: postgres.url, OG_DATA_DIR: folder, OG_LOG_LEVEL: 'error', PORT: String(port) }
  const api = await startProcess('server/main.ts', env, /listens/)
  try {
    return await measure(pool)
  } finally {
    api.kill()
    await pool.end()
    await postgres.stop()
    if (!data) await rm(folder, { recursive: true, force: true })
  }
}

async function measure(pool: pg.Pool) {
  const { rows: counted } = await pool.query('select count(*)::int as count from search_entry')
  // Not on the access lists: this reader may not read a tenth of the entries.
  const token = await signIn(pool, 'super_editor', 'bench-searcher')
  const at = (path: string) => `http://127.0.0.1:${port}/v1/search${path}`
  const found = (keyword: string) => at(`?keyword=${encodeURIComponent(keyword)}`)
  const chinese = await drawPairs(pool, /\p{Script=Han}/u)
  const english = await drawPairs(pool, /^[a-z]/)
  const beginnings = await drawBeginnings(pool)
  // The first search loads the dictionary, which normally happens at the start.
  await latencies([found('warm')], token, 1)
  const time = async (urls: string[]) => {
    await latencies(urls.slice(0, 20), token, 1)
    return await latencies(urls, token, 2)
  }
  const zh = await time(chinese.map(found))
  const en = await time(english.map(found))
  const writes = startWriting(pool)
  const zhWriting = await time(chinese.map(found))
  const enWriting = await time(english.map(found))
  const writesPerSecond = writes.stop()
  const suggest = await time(beginnings.map(text => at(`/suggest?keyword=${encodeURIComponent(text)}`)))
  const totals = await totalsOf([...chinese, ...english].slice(0, 300).map(found), token)
  const peers: number[] = []
  for (const pair of [...chinese.slice(0, peerQuestions), ...english.slice(0, peerQuestions)])
    peers.push(await ilike(pool, pair))
  const peer = peers.sort((a, b) => a - b)[Math.floor(peers.length / 2)] as number
  const figures = {
    entries: counted[0].count,
    chinese_p50_ms: round(zh.p50),
    chinese_p95_ms: round(zh.p95),
    english_p50_ms: round(en.p50),
    english_p95_ms: round(en.p95),
    chinese_writing_p50_ms: round(zhWriting.p50),
    chinese_writing_p95_ms: round(zhWriting.p95),
    english_writing_p50_ms: round(enWriting.p50),
    english_writing_p95_ms: round(enWriting.p95),
    writes_per_s: Math.round(writesPerSecond),
    suggest_p50_ms: round(suggest.p50),
    suggest_p95_ms: round(suggest.p95),
    found_median: totals[Math.floor(totals.length / 2)],
    found_over_10000_share: round(totals.filter(total => total > 10_000).length / totals.length),
    ilike_p50_ms: round(peer),
    ilike_ratio: round(peer / Math.max(zh.p50, en.p50)),
  }
  console.log(describeMachine())
  console.log(
    table(
      ['what', 'measured', 'asked'],
      [
        ['two Chinese words, p50 / p95', `${figures.chinese_p50_ms} / ${figures.chinese_p95_ms} ms`, 'p95 < 60 ms'],
        ['two English words, p50 / p95', `${figures.english_p50_ms} / ${figures.english_p95_ms} ms`, 'p95 < 60 ms'],
        [
          `Chinese, ${figures.writes_per_s} entries a second written meanwhile`,
          `${figures.chinese_writing_p50_ms} / ${figures.chinese_writing_p95_ms} ms`,
          'p95 < 60 ms',
        ],
        [
          'English, likewise',
          `${figures.english_writing_p50_ms} / ${figures.english_writing_p95_ms} ms`,
          'p95 < 60 ms',
        ],
        ['suggestions, p50 / p95', `${figures.suggest_p50_ms} / ${figures.suggest_p95_ms} ms`, 'p95 < 40 ms'],
        ['found: median; more than 10,000', `${figures.found_median}; ${figures.found_over_10000_share}`, ''],
        ['ILIKE on the same texts, median', `${figures.ilike_p50_ms} ms: ${figures.ilike_ratio} ×`, ''],
      ],
    ),
  )
  return figures
}

/** Entries are rewritten constantly, each in every index, as when records change. */
function startWriting(pool: pg.Pool): { stop: () => number } {
  const startedAt = performance.now()
  let written = 0
  let isWriting = false
  const timer = setInterval(async () => {
    if (isWriting) return
    isWriting = true
    await pool.query(`update search_entry set written_at = now() where noun = 'og' and part = 0
      and record_id = (select 1 + floor(random() * max(record_id))::int from search_entry where noun = 'og')`)
    written += 1
    isWriting = false
  }, 20)
  return {
    stop: () => {
      clearInterval(timer)
      return (1_000 * written) / (performance.now() - startedAt)
    },
  }
}

/** Two different words of one stored text in their natural frequency: frequent words are drawn often. */
async function drawPairs(pool: pg.Pool, script: RegExp): Promise<string[]> {
  const random = randomFrom(11)
  const { rows } = await pool.query(`select body from search_entry tablesample bernoulli (0.2) repeatable (5)`)
  const pairs: string[] = []
  while (pairs.length < questions) {
    const words = [...new Set(wordsOf(rows[Math.floor(random() * rows.length)].body))].filter(
      word => script.test(word) && word.length > 1,
    )
    const pick = () => words[Math.floor(random() * words.length)] as string
    const [a, b] = [pick(), pick()]
    if (a && b && a !== b) pairs.push(`${a} ${b}`)
  }
  return pairs
}

/** Names letter by letter as a user types them: one to four letters of a name, of its pinyin or its initials. */
async function drawBeginnings(pool: pg.Pool): Promise<string[]> {
  const random = randomFrom(13)
  const { rows } = await pool.query(`select key from search_name tablesample bernoulli (0.1) repeatable (5)`)
  return Array.from({ length: questions }, (_, n) => {
    const key: string = rows[Math.floor(random() * rows.length)].key
    return key.slice(0, 1 + (n % 4)).trim()
  })
}

async function totalsOf(urls: string[], token: string): Promise<number[]> {
  const totals: number[] = []
  for (const url of urls) {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const { data } = (await response.json()) as { data: { total: number; total_estimated?: boolean } }
    totals.push(data.total_estimated ? 10_001 : data.total)
  }
  return totals.sort((a, b) => a - b)
}

/** Milliseconds for the newest twenty whose title or text contains both words. */
async function ilike(pool: pg.Pool, pair: string): Promise<number> {
  const [a, b] = pair.split(' ').map(word => `%${word}%`)
  const startedAt = performance.now()
  await pool.query(
    `select noun, record_id from search_entry where (title ilike $1 or body ilike $1) and (title ilike $2 or body ilike $2)
     order by at desc limit 20`,
    [a, b],
  )
  return performance.now() - startedAt
}

const round = (value: number) => Math.round(value * 100) / 100
