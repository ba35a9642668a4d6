// `npm run bench -- content --data DIR [--make] [--seed N]`: the body of single pages. Labelled segments of the body and of
// its surroundings are compared with the blocks whose part is `main`; `--make` generates labelled pages (content/README.md).
import { join } from 'node:path'
import { decodeBody } from '#server/text/charset.ts'
import { extractHtml } from '#server/text/extract.ts'
import { readCaptures } from './captures.ts'
import { makeContent } from './content/make.ts'
import { type ReadPage, withNeighbours } from './content/neighbours.ts'
import { type LabelledPage, noCounts, ratesOf, score } from './content/score.ts'
import { scoreSite } from './content/site-pages.ts'
import { type BenchOptions, describeMachine, table } from './kit.ts'

/** A smaller set is extracted repeatedly, until the code is compiled. */
const enoughBytes = 20_000_000

export async function run(options: BenchOptions): Promise<Record<string, unknown>> {
  if (!options.data) throw new Error('content needs --data, a folder with pages.ndjson.zst')
  if (options.make) return makeContent(options.data, options.seed ?? 1)
  const site = await scoreSite(options.data)
  if (site) return site
  const counts = noCounts()
  const labelled: ReadPage[] = []
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
    labelled.push({ page: { id: page.id, with: page.with, without: page.without }, extract })
    if (bytes < enoughBytes) read.push({ body, url: page.url })
  }
  const speed = bytes < enoughBytes ? warmSpeed(read, bytes) : bytes / spentMs
  const { precision, recall, f } = ratesOf(counts)
  const together = await withNeighbours(options.data, labelled)
  console.log(describeMachine())
  console.log(
    table(
      ['pages', 'body segments', 'found', 'in any block', 'other segments', 'wrongly in the body'],
      [[pages, counts.tp + counts.fn, counts.tp, counts.inAll, counts.fp + counts.tn, counts.fp]],
    ),
  )
  return {
    ...{ pages, precision, recall, f, mb_per_s: Math.round(speed / 10) / 100 },
    ...together,
  }
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
