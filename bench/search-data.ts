// A million search entries with natural word frequencies: the database that the search bench reads.
import { cut } from 'jieba-wasm'
import type pg from 'pg'
import type { SearchEntity } from '#contract/search.api.ts'
import { termsOf } from '#server/features/search/cut.ts'
import { fold } from '#server/features/search/fold.ts'
import { nameColumns, nameRows } from '#server/features/search/names.ts'
import { cutEntry, vectorOf } from '#server/features/search/vector.ts'

/** A generator of reproducible numbers between 0 and 1. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Words of the dictionary that consist of two of 750 common characters. */
function chineseWords(): string[] {
  const decoder = new TextDecoder('gbk')
  const all: string[] = []
  for (let high = 0xb0; high <= 0xd6; high += 1)
    for (let low = 0xa1 + (high % 5); low <= 0xfe; low += 5) all.push(decoder.decode(Uint8Array.of(high, low)))
  const words: string[] = []
  for (const first of all) {
    const pairs = all.map(second => first + second).join(' ')
    words.push(...cut(pairs, false).filter(word => [...word].length === 2))
  }
  return shuffleWords(words)
}

function englishWords(): string[] {
  const starts = 'b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sc sh sl st t tr v w'.split(' ')
  const ends =
    'ack ade al ame an ard are ast ate ay ear ect eed ell end ent est ice ide ine ink ire ith od ole ond oor ort ose oud ull ure'.split(
      ' ',
    )
  const syllables = starts.flatMap(start => ends.map(end => start + end))
  const random = randomFrom(7)
  const pick = () => syllables[Math.floor(random() * syllables.length)] as string
  return [...new Set(Array.from({ length: 30_000 }, (_, n) => `${pick()}${pick()}${['', 's', 'ing'][n % 3]}`))]
}

function shuffleWords(words: string[]): string[] {
  const random = randomFrom(3)
  const keyed = [...new Set(words)].map(word => [random(), word] as const)
  return keyed.sort((a, b) => a[0] - b[0]).map(([, word]) => word)
}

type SampleVocabulary = { chinese: string[]; english: string[]; pick: (words: string[]) => string }

/** Words by rank: the n-th occurs about 1/n as often as the first (Zipf). */
export function openVocabulary(random: () => number): SampleVocabulary {
  const pick = (words: string[]) =>
    words[Math.min(words.length - 1, Math.floor(words.length ** random()) - 1 + Math.floor(random() * 3))] as string
  return { chinese: chineseWords(), english: englishWords(), pick }
}

const shares: [SearchEntity, number][] = [
  ['og', 0.25],
  ['person', 0.15],
  ['event', 0.1],
  ['page', 0.5],
]
const versionsOfPage = 4
const batch = 2_000

export async function fillEntries(pool: pg.Pool, rows: number): Promise<void> {
  await pool.query(`set synchronous_commit = off`)
  // Indexes are built at the end from their definitions: row by row it would take hours.
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'search_entry' and indexdef like '%USING gin (words)%'`,
  )
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  const random = randomFrom(1)
  const vocabulary = openVocabulary(random)
  console.error(`${vocabulary.chinese.length} Chinese and ${vocabulary.english.length} English words`)
  const stems = await stemsOf(pool, vocabulary.english)
  for (const [noun, share] of shares) {
    const wanted = Math.round(rows * share)
    for (let start = 0; start < wanted; start += batch) {
      await insert(
        pool,
        noun,
        Array.from({ length: Math.min(batch, wanted - start) }, (_, n) =>
          entryOf(noun, start + n, random, vocabulary, stems),
        ),
      )
      if ((start / batch) % 25 === 0) console.error(`  ${noun} ${start}`)
    }
  }
  await pool.query(`set maintenance_work_mem = '1GB'`)
  for (const { definition } of indexes) await pool.query(definition)
  await pool.query('vacuum analyze search_entry, search_name')
}

async function stemsOf(pool: pg.Pool, words: string[]): Promise<(word: string) => string> {
  const { rows } = await pool.query(
    `select word, (ts_lexize('english_stem', word))[1] as stem from unnest($1::text[]) as word`,
    [words],
  )
  const known = new Map<string, string>(rows.map(row => [row.word, row.stem ?? '']))
  return word => known.get(word) ?? word
}

function entryOf(
  noun: SearchEntity,
  n: number,
  random: () => number,
  { chinese, english, pick }: SampleVocabulary,
  stem: (word: string) => string,
) {
  const isChinese = random() < 0.5
  const words = isChinese ? chinese : english
  const glue = isChinese ? '' : ' '
  const some = (count: number) => Array.from({ length: count }, () => pick(words))
  const id = noun === 'page' ? Math.floor(n / versionsOfPage) + 1 : n + 1
  const rare = Array.from(
    { length: noun === 'person' ? 1 : 2 },
    () => words[Math.floor(random() * words.length)] as string,
  )
  const name = [
    ...rare,
    ...(noun === 'og' ? some(1) : []),
    ...(noun === 'event' || noun === 'page' ? some(3) : []),
  ].join(glue)
  const length = noun === 'page' ? 60 + Math.floor(random() * 140) : 5 + Math.floor(random() * 40)
  const body = some(length)
  const text = isChinese ? body.map((word, at) => (at % 9 === 8 ? `${word}，` : word)).join('') : body.join(' ')
  // Evenly distributed over the last three years.
  const at = new Date(Date.parse('2026-11-01') - random() * 3 * 365 * 86_400_000)
  const cutNames = cutEntry({ names: [name], text: '', ogs: [1 + (n % 5_000)], persons: [], at })
  // Each word of the vocabulary is one term, so that the dictionary is not needed a million times.
  const placed = new Map(cutNames.words)
  // After the name's words, whose positions are negative.
  let place = 11 - Math.min(0, ...[...placed.values()].flat())
  for (const word of body) {
    placed.set(word, [...(placed.get(word) ?? []), place])
    place += isChinese ? 2 : 1
  }
  const isNewest = noun !== 'page' || n % versionsOfPage === versionsOfPage - 1
  const rows = isNewest ? nameRows([name], { isSentence: noun === 'event' || noun === 'page' }) : []
  return {
    record_id: id,
    part: noun === 'page' ? n + 1 : 0,
    og_id: noun === 'page' ? 1 + (id % 5_000) : null,
    // A tenth is restricted.
    readers: n % 10 === 0 ? [1] : null,
    is_newest: isNewest,
    weight: n % 101,
    at: at.toISOString(),
    title: name,
    ...nameColumns([name], rows),
    body: text,
    words: vectorOf({ ...cutNames, words: placed }, stem),
    rows,
  }
}

async function insert(pool: pg.Pool, noun: SearchEntity, entries: ReturnType<typeof entryOf>[]): Promise<void> {
  const json = JSON.stringify(entries.map(({ rows: _, ...entry }) => entry))
  await pool.query(
    `insert into search_entry (noun, record_id, part, og_id, owner, readers, is_newest, weight, at, written_at, title, names, sounds, body, words)
     select $1, record_id, part, og_id, 1, readers, is_newest, weight, at, at, title, names, sounds, body, words::tsvector
     from json_to_recordset($2::json) as e (record_id bigint, part bigint, og_id bigint, readers bigint[], is_newest boolean,
       weight smallint, at timestamptz, title text, names text, sounds text, body text, words text)`,
    [noun, json],
  )
  const names = entries.flatMap(entry =>
    entry.rows.map(row => ({ record_id: entry.record_id, part: entry.part, ...row })),
  )
  await pool.query(
    `insert into search_name (noun, record_id, part, kind, key) select $1, record_id, part, kind, key
     from json_to_recordset($2::json) as e (record_id bigint, part bigint, kind text, key text)`,
    [noun, JSON.stringify(names)],
  )
}

/** Terms of a text as the search splits it, for queries drawn from it. */
export const wordsOf = (text: string) => [...termsOf(fold(text))].map(term => term.text)
