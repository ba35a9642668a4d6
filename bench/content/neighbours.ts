// Labelled pages with other pages of their sites: the rates if texts that the pages share belong to the frame.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { decodeBody } from '#server/text/charset.ts'
import { type Extract, extractHtml } from '#server/text/extract.ts'
import { countedTexts, findShared, frameShared } from '#server/text/shared-texts.ts'
import { readCaptures } from '../captures.ts'
import { type LabelledPage, noCounts, score, sharedRates } from './score.ts'

/** A labelled page and its blocks. */
export type ReadPage = { page: Pick<LabelledPage, 'id' | 'with' | 'without'>; extract: Extract }
type Neighbour = { of: string; url: string; html_base64: string }

/** The rates with the file `neighbours.ndjson.zst`; undefined if the folder has none. */
export async function withNeighbours(folder: string, pages: readonly ReadPage[]) {
  const file = join(folder, 'neighbours.ndjson.zst')
  if (!existsSync(file)) return
  const sites = new Map<string, number[][]>()
  for await (const { of, url, html_base64 } of readCaptures<Neighbour>(file)) {
    const { blocks } = extractHtml(decodeBody(Buffer.from(html_base64, 'base64'), null).text, url)
    sites.set(of, [...(sites.get(of) ?? []), countedTexts(blocks)])
  }
  const counts = noCounts()
  let neighbours = 0
  for (const { page, extract } of pages) {
    const others = sites.get(page.id) ?? []
    neighbours += others.length
    const shared = findShared([countedTexts(extract.blocks), ...others])
    score(counts, page, { blocks: frameShared(extract.blocks, shared) })
  }
  return { neighbours, ...sharedRates(counts) }
}
