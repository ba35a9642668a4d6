// Runs every judged capture of the recorded pages through a collector's processing after the fetch: extract, compare,
// score, search for words and names, store. Does a page's thousandth version take longer than its first?
import { loadavg } from 'node:os'
import { takeCapture } from '#server/features/crawl/take.ts'
import { weighNames } from '#server/features/namesake/namesake.service.ts'
import { readStored } from '#server/features/page/archive/stored.ts'
import { buildDictionary } from '#server/features/word/dictionary.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { compileRules } from '#server/platform/fetcher/rules.ts'
import { hashOf, putCapture } from '#server/store/store.ts'
import { type BenchOptions, machine, table } from './kit.ts'
import { type Judged, judgedCaptures, openTestStore, pageFiles } from './store-kit.ts'

const words = 50_000
/** Minimum number of versions of a page for which its last fifth can show growth. */
const longLife = 200

type Site = Parameters<typeof takeCapture>[2]
type Target = Parameters<typeof takeCapture>[0]
/** Processor time of this process, which other load on the machine does not lengthen; `wallMs` is by the clock. */
type Timed = { takeMs: number; storeMs: number; wallMs: number; bytes: number }

/** `--data`: a folder of *.ndjson.zst; `--rows`: captures of each page. */
export async function run({ data, rows }: BenchOptions): Promise<Record<string, unknown>> {
  if (!data) throw new Error('replay needs --data, a folder of *.ndjson.zst')
  const { ctx, close } = await openTestStore()
  try {
    const dictionary = buildDictionary(1, someWords(), [], [])
    const lines: (string | number)[][] = []
    const growths: number[] = []
    const storeGrowths: number[] = []
    let captures = 0
    let differences = 0
    let ms = 0
    let wallMs = 0
    for (const file of pageFiles(data)) {
      const page = await replay(ctx, judgedCaptures(data, file), dictionary, rows ?? Number.POSITIVE_INFINITY)
      captures += page.timed.length
      differences += page.differences
      const own = page.timed.reduce((sum, { takeMs, storeMs }) => sum + takeMs + storeMs, 0)
      ms += own
      wallMs += page.timed.reduce((sum, each) => sum + each.wallMs, 0)
      const grows = page.timed.length >= longLife
      const growth = growthOf(page.timed, each => each.takeMs + each.storeMs)
      const storeGrowth = growthOf(page.timed, each => each.storeMs)
      if (grows) growths.push(growth)
      if (grows) storeGrowths.push(storeGrowth)
      lines.push([
        page.name,
        page.timed.length,
        page.differences,
        round(own / page.timed.length),
        round(page.timed.reduce((sum, each) => sum + each.storeMs, 0) / page.timed.length),
        grows ? growth : '',
        grows ? storeGrowth : '',
      ])
    }
    const figures = {
      captures,
      differences,
      words,
      captures_per_s: round(captures / (wallMs / 1e3)),
      captures_per_core_s: round(captures / (ms / 1e3)),
      growth: round(median(growths)),
      store_growth: round(median(storeGrowths)),
      memory_mb: Math.round(process.memoryUsage().rss / 1e6),
    }
    console.log(`${machine()}, load ${loadavg()[0]?.toFixed(1)}`)
    console.log(
      table(
        ['page', 'captures', 'differences', 'ms of a core each', 'of that, store', 'last fifth ÷ first', 'store alone'],
        lines,
      ),
    )
    return figures
  } finally {
    await close()
  }
}

async function replay(
  ctx: Ctx,
  captures: AsyncGenerator<Judged>,
  dictionary: ReturnType<typeof buildDictionary>,
  atMost: number,
) {
  const timed: Timed[] = []
  let name = ''
  let differences = 0
  let target: Target | undefined
  let previous: Buffer | undefined
  for await (const judged of captures) {
    const raw = Buffer.from(judged.html)
    name = judged.page
    target ??= newTarget(judged.url)
    const capture = captureOf(judged, raw)
    const startedAt = performance.now()
    const before = cpuMs()
    const { page } = await takeCapture(
      target,
      capture,
      site,
      dictionary,
      version => readStored(ctx, version),
      named => weighNames(ctx, named),
    )
    const took = cpuMs()
    const put = await putCapture(ctx, raw, previous)
    timed.push({
      takeMs: took - before,
      storeMs: cpuMs() - took,
      wallMs: performance.now() - startedAt,
      bytes: raw.length,
    })
    previous = put.hash
    if (page.type === 'version' && page.version.isGood) {
      if (page.diff) differences += 1
      target = follow(target, page.version.textHash, capture.hash, judged.url)
    }
    if (timed.length >= atMost) break
  }
  return { name, timed, differences }
}

const site: Site = {
  ogId: 1,
  settings: {} as Site['settings'],
  hosts: [],
  rules: compileRules([]),
  hasFilter: false,
  followsAll: false,
  filter: { include: [], exclude: [], ignore: [] },
  isHome: () => false,
  isOwn: () => false,
}

function newTarget(url: string): Target {
  return {
    og_id: 1,
    url_key: url,
    url,
    host: new URL(url).host,
    round: 1,
    depth: 1,
    attempts: 1,
    priority: 0,
    page_id: 1,
    page_status: 'active',
    status_reason: null,
    last_round: 1,
    gone_rounds: 0,
    failing_since: null,
    etag: null,
    last_modified: null,
    version: null,
    text_before: null,
    low_hash: null,
    new_version: 1,
  }
}

function follow(target: Target, textHash: string, hash: string, url: string): Target {
  const { version } = target
  return {
    ...target,
    text_before: version?.text_hash ?? null,
    version: {
      id: (version?.id ?? 0) + 1,
      hash,
      text_hash: textHash,
      text_blob: null,
      content_type: 'text/html; charset=utf-8',
      charset: 'utf-8',
      final_url: url,
      effective_status: 200,
    },
  }
}

function captureOf({ html, url }: Judged, raw: Buffer): Parameters<typeof takeCapture>[1] {
  return {
    kind: 'page',
    wasAsked: true,
    url,
    status: 200,
    effectiveStatus: 200,
    isGood: true,
    isBlocked: false,
    qualityReasons: [],
    retryAfterMs: null,
    raw,
    hash: hashOf(raw).toString('hex'),
    html,
    text: null,
    textCounts: null,
    title: null,
    contentType: 'text/html; charset=utf-8',
    charset: 'utf-8',
    headers: [],
    hops: [],
    etag: null,
    lastModified: null,
    bytes: raw.length,
  }
}

/** Words of which few occur, to measure the cost of a long dictionary. */
function someWords() {
  return Array.from({ length: words }, (_, id) => ({
    id,
    word:
      id % 2
        ? `term ${(id * 7_919).toString(36)}`
        : String.fromCodePoint(0x4e00 + (id % 20_000), 0x4e00 + ((id * 31) % 20_000)),
    kind: 'word' as const,
    level: 1 + (id % 3),
  }))
}

/** Median time per byte in the last fifth of a page's captures relative to the first fifth. */
function growthOf(timed: Timed[], msOf: (each: Timed) => number): number {
  const fifth = Math.floor(timed.length / 5)
  const rate = (part: Timed[]) => median(part.map(each => msOf(each) / each.bytes))
  return round(rate(timed.slice(-fifth)) / rate(timed.slice(0, fifth)))
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e3
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const round = (value: number) => Math.round(value * 100) / 100
