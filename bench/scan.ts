// 20 MB of mixed text searched for 50,000 and 100,000 words, compared with grep -F -o and with a search word by word.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { zstdDecompressSync } from 'node:zlib'
import { wordKey } from '#server/features/word/normalise.ts'
import { buildScanner, type Pattern } from '#server/features/word/scanner.ts'
import { type BenchOptions, machine, table } from './kit.ts'

const bytesWanted = 20_000_000
const megabyte = 1_000_000

export async function run({ data = '../shared/data', rows = 50_000 }: BenchOptions): Promise<Record<string, unknown>> {
  console.log(machine())
  const random = seeded(7)
  const { texts, source } = readTexts(data, random)
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const names = readNames(data)
  const all = makeWords(rows * 2, texts, names, random)
  // The first build creates the character tables, once per process.
  const { ms: tablesMs } = timed(() => buildScanner([{ id: 0, text: '词', kind: 'word' }]))
  const [one, two] = measure([all.slice(0, rows), all], texts, bytes)
  if (!one || !two) throw new Error('Both dictionaries are measured')
  const grep = measureGrep(all.slice(0, rows), texts, bytes)
  const naive = measureNaive(all.slice(0, rows), texts, bytes)
  console.log(
    `${source}; ${texts.length} texts, ${(bytes / megabyte).toFixed(1)} MB; tables of characters ${tablesMs.toFixed(0)} ms`,
  )
  const line = (name: string, of: NonNullable<typeof one>) => [
    name,
    of.speed.toFixed(0),
    of.buildMs.toFixed(0),
    of.memory.toFixed(1),
    of.hits,
  ]
  console.log(
    table(
      ['what', 'MB/s', 'build, ms', 'memory, MB', 'hits'],
      [
        line(`${rows} words`, one),
        line(`${rows * 2} words`, two),
        ['grep -F -o (no overlaps, no boundaries)', grep.speed.toFixed(1), '', '', grep.hits],
        ['indexOf, word by word (from 50 words)', naive.toFixed(3), '', '', ''],
      ],
    ),
  )
  return {
    words: rows,
    mb_per_s: round(one.speed),
    grep_mb_per_s: round(grep.speed),
    naive_mb_per_s: Math.round(naive * 1000) / 1000,
    build_ms: round(one.buildMs),
    memory_mb: round(one.memory),
    slower_at_100k: Math.round((one.speed / two.speed) * 100) / 100,
    hits: one.hits,
  }
}

const round = (value: number) => Math.round(value * 10) / 10

function timed<T>(act: () => T): { result: T; ms: number } {
  const startedAt = performance.now()
  const result = act()
  return { result, ms: performance.now() - startedAt }
}

/**
 * The best of nine scans and of five builds, alternating between the dictionaries, because other load on the machine
 * only adds time.
 */
function measure(dictionaries: string[][], texts: string[], bytes: number) {
  const measured = dictionaries.map(words => {
    const patterns: Pattern[] = words.map((text, id) => ({ id, text, kind: 'word' }))
    const builds = Array.from({ length: 5 }, () => timed(() => buildScanner(patterns)).ms)
    const before = held()
    const scanner = buildScanner(patterns)
    const memory = Math.max(held() - before, scanner.bytes) / megabyte
    return { words, scanner, memory, buildMs: Math.min(...builds), scanMs: Number.POSITIVE_INFINITY, hits: 0 }
  })
  for (let turn = 0; turn < 9; turn += 1)
    for (const each of measured) {
      const { result, ms } = timed(() => texts.reduce((sum, text) => sum + each.scanner.scan(text).length, 0))
      each.hits = result
      each.scanMs = Math.min(each.scanMs, ms)
    }
  for (const { words, scanner } of measured)
    for (const text of texts.slice(0, 200))
      for (const hit of scanner.scan(text))
        if (wordKey(text.slice(hit.start, hit.end)) !== wordKey(words[hit.id] ?? ''))
          throw new Error(`A hit of ${words[hit.id]} is none: ${text.slice(hit.start, hit.end)}`)
  return measured.map(({ scanMs, ...each }) => ({ ...each, speed: bytes / megabyte / (scanMs / 1000) }))
}

function held(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function measureGrep(words: string[], texts: string[], bytes: number) {
  const dir = mkdtempSync(join(tmpdir(), 'og-scan-'))
  try {
    writeFileSync(join(dir, 'words'), words.join('\n'))
    writeFileSync(join(dir, 'text'), texts.join('\n'))
    const env = { ...process.env, LC_ALL: 'C.UTF-8' }
    const grep = (text: string) =>
      spawnSync('grep', ['-F', '-o', '-f', join(dir, 'words'), text], { env, maxBuffer: 2 ** 30 })
    const startMs = Math.min(...[1, 2].map(() => timed(() => grep('/dev/null')).ms))
    const runs = [1, 2, 3].map(() => timed(() => grep(join(dir, 'text'))))
    if (runs[0]?.result.error) return { speed: Number.NaN, hits: 0 }
    const hits = runs[0]?.result.stdout.reduce((sum, byte) => sum + (byte === 10 ? 1 : 0), 0) ?? 0
    // The time for reading the words is subtracted.
    const ms = Math.min(...runs.map(one => one.ms)) - startMs
    return { speed: bytes / megabyte / (ms / 1000), hits }
  } finally {
    rmSync(dir, { recursive: true })
  }
}

function measureNaive(words: string[], texts: string[], bytes: number): number {
  const sample = words.filter((_, at) => at % Math.ceil(words.length / 50) === 0)
  const { ms } = timed(() => {
    for (const text of texts) {
      const lower = text.toLowerCase()
      for (const word of sample) for (let at = lower.indexOf(word); at >= 0; ) at = lower.indexOf(word, at + 1)
    }
  })
  return bytes / megabyte / ((ms / 1000) * (words.length / sample.length))
}

/** Words as people list them: Chinese of two to four characters, Latin words and phrases, names of records. */
function makeWords(count: number, texts: string[], names: string[], random: (below: number) => number): string[] {
  const sample = texts.filter((_, at) => at % Math.ceil(texts.length / 300) === 0).join('\n')
  const chars = [...new Set(sample.match(/\p{Script=Han}/gu) ?? [])]
  const parts = [...new Set(sample.toLowerCase().match(/[a-z]{2,4}/g) ?? [])]
  const pick = <T>(list: T[]) => list[random(list.length)] as T
  const words = new Set<string>()
  const kinds = [
    () => Array.from({ length: 2 + random(3) }, () => pick(chars)).join(''),
    () => sample.slice(...span(random(sample.length), 2 + random(3))).replace(/[^\p{Script=Han}]/gu, ''),
    () => Array.from({ length: 2 + random(3) }, () => pick(parts)).join(random(4) === 0 ? ' ' : ''),
    () => pick(names).toLowerCase(),
  ]
  while (words.size < count) {
    const share = random(100)
    const word = (kinds[share < 50 ? 0 : share < 60 ? 1 : share < 95 ? 2 : 3] as () => string)()
    if (word.length > 1) words.add(word)
  }
  return [...words]
}

const span = (from: number, length: number): [number, number] => [from, from + length]

/**
 * Texts of the recorded bilingual site, repeated in different order, half of them Chinese; without it, fictional texts.
 */
function readTexts(data: string, random: (below: number) => number): { texts: string[]; source: string } {
  const pages: string[] = []
  for (const site of ['site-2019', 'site-2020'])
    try {
      const lines = zstdDecompressSync(readFileSync(join(data, site, 'site.ndjson.zst')))
        .toString()
        .split('\n')
      for (const line of lines.slice(0, 1500)) {
        const html = line ? (JSON.parse(line) as { html: string | null }).html : null
        if (html) pages.push(html.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]+>/g, ' ').replace(/[ \t]+/g, ' '))
      }
    } catch {}
  const isChinese = (text: string) => (text.match(/\p{Script=Han}/gu)?.length ?? 0) > text.length / 6
  const groups = [pages.filter(isChinese), pages.filter(text => !isChinese(text))]
  const isReal = groups.every(group => group.length > 10)
  const texts: string[] = []
  for (let bytes = 0, turn = 0; bytes < bytesWanted; ) {
    const group = groups[turn] as string[]
    const text = isReal ? (group[random(group.length)] as string) : invent(random)
    texts.push(text)
    const size = Buffer.byteLength(text)
    bytes += size
    turn = (turn + 1) % 2
  }
  return { texts, source: isReal ? 'pages of the recorded sites' : 'invented text' }
}

function invent(random: (below: number) => number): string {
  let text = ''
  while (text.length < 10_000) {
    for (let n = random(40); n > 0; n -= 1) text += String.fromCharCode(0x4e00 + Math.floor(random(3000) ** 2 / 3000))
    text += '，'
    for (let n = random(10); n > 0; n -= 1)
      text += `${Array.from({ length: 2 + random(8) }, () => String.fromCharCode(97 + random(26))).join('')} `
  }
  return text
}

function readNames(data: string): string[] {
  const names: string[] = []
  for (const file of ['organisations/companies.csv', 'organisations/committees.csv', 'persons/legislators.csv'])
    try {
      for (const line of readFileSync(join(data, file), 'utf8').split('\n').slice(1))
        for (const cell of line.split(',').slice(0, 3)) if (/^[A-Z][\w .&'-]{3,40}$/.test(cell)) names.push(cell)
    } catch {}
  return names.length > 0 ? names : ['Acme Corporation', 'Example Holdings', 'Jane Doe']
}

function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
