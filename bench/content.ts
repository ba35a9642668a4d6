// `npm run bench -- content --data DIR [--make] [--seed N]`: the body of single pages. Labelled segments of the body and of
// its surroundings are compared with the blocks whose part is `main`; `--make` generates labelled pages (content/README.md).
import { join } from 'node:path'
import { decodeBody } from '#server/text/charset.ts'
import { type Extract, extractHtml } from '#server/text/extract.ts'
import { hostOf } from '#server/text/url.ts'
import { readCaptures } from './captures.ts'
import { makeContent } from './content/make.ts'
import { type BenchOptions, describeMachine, table } from './kit.ts'

type LabelledPage = { id: string; url: string; html_base64: string; with: string[]; without: string[] }
type SitePage = { page: LabelledPage; extract: Extract }
type Counts = { tp: number; fn: number; fp: number; tn: number; inAll: number }

/** A smaller set is extracted repeatedly, until the code is compiled. */
const enoughBytes = 20_000_000

const noCounts = (): Counts => ({ tp: 0, fn: 0, fp: 0, tn: 0, inAll: 0 })

export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  if (!options.data) throw new Error('content needs --data, a folder with pages.ndjson.zst')
  if (options.make) return makeContent(options.data, options.seed ?? 1)
  const counts = noCounts()
  const sites = new Map<string, SitePage[]>()
  let pages = 0
  let bytes = 0
  let spentMs = 0
  const read: { body: Buffer; url: string }[] = []
  for await (const page of readCaptures<LabelledPage>(join(options.data, 'pages.ndjson.zst'))) {
    const body = Buffer.from(page.html_base64, 'base64')
    const startedAt = performance.now()
    const extract = extractHtml(decodeBody(body, null).text, page.url)
    spentMs += performance.now() - startedAt
    pages += 1
    bytes += body.length
    score(counts, page, extract)
    const host = hostOf(page.url) || page.id
    sites.set(host, [...(sites.get(host) ?? []), { page, extract }])
    if (bytes < enoughBytes) read.push({ body, url: page.url })
  }
  const speed = bytes < enoughBytes ? warmSpeed(read, bytes) : bytes / spentMs
  const { precision, recall, f } = ratesOf(counts)
  const repeated = withoutRepeats(sites)
  console.log(describeMachine())
  console.log(
    table(
      ['pages', 'body segments', 'found', 'in any block', 'other segments', 'wrongly in the body'],
      [[pages, counts.tp + counts.fn, counts.tp, counts.inAll, counts.fp + counts.tn, counts.fp]],
    ),
  )
  console.log(`Without texts that another page of the same host has: ${JSON.stringify(repeated)}`)
  return { pages, precision, recall, f, mb_per_s: Math.round(speed / 10) / 100 }
}

/** The rates if a text that occurs on several pages of a host counted as frame, and the pages with such neighbours. */
function withoutRepeats(sites: ReadonlyMap<string, SitePage[]>): Record<string, number> {
  const counts = noCounts()
  let neighbours = 0
  for (const pages of sites.values()) {
    const onPages = new Map<string, number>()
    for (const { extract } of pages)
      for (const text of new Set(extract.blocks.map(block => block.text)))
        onPages.set(text, (onPages.get(text) ?? 0) + 1)
    for (const { page, extract } of pages) {
      const blocks = extract.blocks.filter(({ text }) => onPages.get(text) === 1)
      score(counts, page, { ...extract, blocks })
    }
    if (pages.length > 1) neighbours += pages.length
  }
  return { pages_with_neighbours: neighbours, ...ratesOf(counts) }
}

/** Bytes per millisecond of the last quarter of the passes. */
function warmSpeed(pages: { body: Buffer; url: string }[], bytes: number): number {
  const passes = Math.ceil(enoughBytes / bytes)
  const measured = Math.ceil(passes / 4)
  let startedAt = 0
  for (let pass = 0; pass < passes; pass += 1) {
    if (pass === passes - measured) startedAt = performance.now()
    for (const { body, url } of pages) extractHtml(decodeBody(body, null).text, url)
  }
  return (bytes * measured) / (performance.now() - startedAt)
}

/** Adds the segments of a page to the counts. Both sides: NFC, no characters of no width, white space as one blank. */
function score(counts: Counts, page: LabelledPage, { blocks }: Extract): void {
  const body = plain(
    blocks
      .filter(({ part }) => part === 'main')
      .map(({ text }) => text)
      .join(' '),
  )
  const all = plain(blocks.map(({ text }) => text).join(' '))
  for (const segment of page.with) {
    const text = plain(segment)
    if (body.includes(text)) counts.tp += 1
    else counts.fn += 1
    if (all.includes(text)) counts.inAll += 1
  }
  for (const segment of page.without) {
    if (body.includes(plain(segment))) counts.fp += 1
    else counts.tn += 1
  }
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Precision tp / (tp + fp), recall tp / (tp + fn), F 2 tp / (2 tp + fp + fn), as trafilatura's evaluation has them. */
function ratesOf({ tp, fn, fp }: Counts): { precision: number; recall: number; f: number } {
  const round = (value: number) => Math.round(value * 1000) / 1000
  return { precision: round(tp / (tp + fp)), recall: round(tp / (tp + fn)), f: round((2 * tp) / (2 * tp + fp + fn)) }
}
