import {
  type Article,
  dropAfter,
  dropAround,
  dropHeadings,
  dropImprint,
  dropPhrases,
  dropSections,
  findArticle,
  findTitle,
  isOwnAttachment,
} from './extract-article.ts'
import type { PageBlock } from './extract-block.ts'
import { Letters, sentence } from './extract-letters.ts'
import type { Draft, OutlineElement } from './extract-outline.ts'
import { isFramePhrase } from './extract-phrases.ts'

/**
 * Decides for each block whether it belongs to the body of the page or to its frame. Text under aria-hidden is left
 * out, except on pages whose open dialogue hides everything else from screen readers. `isBody`: whether the source of a
 * draft belongs to the content.
 */
export function assignParts(
  drafts: Draft[],
  elements: OutlineElement[],
  pageTitle: string,
): { blocks: PageBlock[]; isBody: (draft: number) => boolean } {
  let total = 0
  let underVeil = 0
  for (const draft of drafts) {
    const free = draft.text.length - draft.linkedChars
    if (draft.isVeiled) underVeil += free
    else total += free
  }
  const keepsVeiled = underVeil > total
  const shown = (draft: Draft) => keepsVeiled || !draft.isVeiled
  const body = new Letters(drafts, shown)
  // The parts by elements and names alone, which change less from version to version than those by texts.
  let outlined = body.copy()
  if (!isAllFrame(body)) {
    dropFrames(body)
    const all = dropNamed(body, elements)
    outlined = body.copy()
    const title = findTitle(body, pageTitle)
    dropPhrases(body, title)
    dropImprint(body)
    const article = findArticle(body, elements, title)
    const core = keepCore(body, elements, article, all)
    dropLinks(body, elements, core, all)
    if (article) dropAround(body, elements, article)
    if (article?.isText) {
      dropSections(body, elements, title)
      dropAfter(body, elements, article)
    }
    dropHeadings(body, title)
  }
  const blocks: PageBlock[] = []
  for (const [index, draft] of drafts.entries()) {
    if (!shown(draft)) continue
    const { text, links, tag, pictures, place, label, cells, isNote } = draft
    const kept = {
      text,
      links,
      tag,
      ...(place !== undefined && { place }),
      ...(label && { label }),
      ...(cells && { cells }),
      ...(isNote && { isNote }),
    }
    if (body.has(index)) blocks.push({ ...kept, part: 'main', ...(pictures && { pictures }) })
    else if (text !== '' || links.length > 0) blocks.push({ ...kept, part: 'frame' })
  }
  return { blocks, isBody: draft => outlined[draft] === 1 }
}

/** A lead before the core of the body has at least this many letters. */
const lead = 60
/** Outside main, a lead is among this many blocks from the title on. */
const leadBlocks = 6
/** A longer caption is a sentence of the body. */
const caption = 120
/** Letters of a block of prose in the core of an article. */
const longSentence = 80
/** The core of a page has at least this many long sentences. */
const fewestParagraphs = 3
/** A list of links has at least this many blocks. */
const fewestLinks = 3
/** A row of links has at least this many in one block. */
const fewestInRow = 3
/** Points that a block and a linked letter cost. */
const boundary = 12
const linkPrice = 1.5

/** Whether almost the whole page is frame; then its elements do not separate body and frame. */
function isAllFrame(body: Letters): boolean {
  let total = 0
  let framed = 0
  for (const [index, { text, part }] of body.drafts.entries()) {
    if (!body.has(index)) continue
    total += text.length
    if (part === 'frame') framed += text.length
  }
  return framed > total * 0.95
}

/** Drops the blocks of frame elements; if main or article hold most of the text, also everything outside them. */
function dropFrames(body: Letters): void {
  let inMain = 0
  let outside = 0
  for (const [index, { part, isInMain }] of body.drafts.entries()) {
    if (part === 'frame') body.drop(index)
    else if (!body.has(index)) continue
    else if (isInMain) inMain += body.free(index)
    else outside += body.free(index)
  }
  if (inMain <= outside) return
  const title = body.drafts.findIndex(({ tag }) => tag === 'h1')
  const isLead = (index: number) =>
    title !== -1 && index > title && index < title + leadBlocks && body.isProse(index, lead)
  for (const [index, { isInMain, tag }] of body.drafts.entries())
    if (!isInMain && tag !== 'h1' && !isLead(index)) body.drop(index)
}

/**
 * Drops elements that are named after what surrounds a body, unless they hold much of the text. Returns the letters
 * outside links that are left.
 */
function dropNamed(body: Letters, elements: OutlineElement[]): number {
  const count = body.drafts.length
  body.measure()
  const all = body.count(0, count).free
  for (const { name, hint, from, to } of elements) {
    const most = hint === 'frame' ? 0.7 : hint === 'likely' ? 0.4 : 0
    const { free } = body.count(from, to)
    if (free < all * most && !(name === 'figcaption' && free > caption)) body.drop(from, to)
  }
  for (const { name, from, to } of elements)
    if (name === 'header' && from < to && !body.drafts[from]?.isInMain) dropHeader(body, from, to)
  body.measure()
  for (const { hint, from, to } of elements) {
    if (hint !== 'aside') continue
    const { free, linked } = body.count(from, to)
    if (linked > (free + linked) * 0.15 && free < all * 0.3) body.drop(from, to)
  }
  body.measure()
  return body.count(0, count).free
}

/** The header of a page is frame; one that holds the page's title may also hold its lead. */
function dropHeader(body: Letters, from: number, to: number): void {
  const hasTitle = body.drafts.slice(from, to).some(({ tag }) => tag === 'h1')
  for (let index = from; index < to; index += 1)
    if (!hasTitle || (body.drafts[index]?.tag !== 'h1' && !body.isProse(index, lead))) body.drop(index)
}

type Range = { from: number; to: number }

/**
 * Keeps the element in which free text outweighs links and boundaries most, the titles, a lead between title and
 * element, and the documents after it. Returns the range of that element. `all`: the letters outside links.
 */
function keepCore(body: Letters, elements: OutlineElement[], article: Article | null, all: number): Range {
  const count = body.drafts.length
  const points = new Float64Array(count + 1)
  for (let index = 0; index < count; index += 1)
    points[index + 1] = (points[index] as number) + (body.has(index) ? pointsOf(body, index) : 0)
  const whole = { from: 0, to: count }
  let core: Range = whole
  const sumOf = ({ from, to }: Range) => (points[to] as number) - (points[from] as number)
  for (const { from, to } of elements) if (from < to && sumOf({ from, to }) >= sumOf(core)) core = { from, to }
  let prose = 0
  let paragraphs = 0
  for (let index = core.from; index < core.to; index += 1) {
    if (!body.has(index) || !body.isProse(index, longSentence)) continue
    prose += body.free(index)
    paragraphs += 1
  }
  const { free } = body.count(core.from, core.to)
  // A home page of short texts has no core, nor has a table below a few sentences.
  if (paragraphs < fewestParagraphs || prose < free / 2 || free <= all * 0.7) return whole
  const title = body.drafts.findIndex(({ tag }, index) => body.has(index) && tag === 'h1')
  for (let index = 0; index < count; index += 1) {
    if (index >= core.from && index < core.to) continue
    const isLead = index < core.from && index > title && body.isProse(index, lead)
    if (body.drafts[index]?.tag === 'h1' || isLead || index === article?.title) continue
    if (index < core.from || !isOwnAttachment(body, index, article)) body.drop(index)
  }
  return core
}

function pointsOf(body: Letters, index: number): number {
  const [free, linked] = [body.free(index), body.linked(index)]
  return free + linked === 0 ? 0 : free - linkPrice * linked - boundary
}

/**
 * Drops lists of links before the first and after the last sentence of the core. Those between sentences belong to the
 * body, unless a phrase introduces them.
 */
function dropLinks(body: Letters, elements: OutlineElement[], core: Range, all: number): void {
  const isSentence = (index: number) => body.has(index) && body.free(index) >= sentence
  let first = core.from
  while (first < core.to && !isSentence(first)) first += 1
  let last = core.to - 1
  while (last > first && !isSentence(last)) last -= 1
  for (let index = core.from; index < core.to; index += 1)
    if ((index < first || index > last) && isRowOfLinks(body, index)) body.drop(index)
  body.measure()
  for (const { name, from, to } of elements) {
    if (to - from < fewestLinks || from < core.from || to > core.to) continue
    if (neverList.has(name) && !(body.isMenu(from, to) && (to <= first || from > last))) continue
    if (from > first && to <= last && !isFramePhrase(body.drafts[from - 1]?.text ?? '')) continue
    const { free, linked, links } = body.count(from, to)
    // The box of a person or a product has one link; several links are a list.
    if (links < fewestLinks) continue
    if (linked > (free + linked) * 0.7 && free + linked < all * 0.5) body.drop(from, to)
  }
}

/** Whether a block is a menu: links only. The rows of a table are data if the next one has as many. */
function isRowOfLinks(body: Letters, index: number): boolean {
  const [free, linked] = [body.free(index), body.linked(index)]
  const { links = [], tag = '' } = body.drafts[index] ?? {}
  if (links.length < fewestInRow || linked <= (free + linked) * 0.7) return false
  const isLikeThis = (other: number) => body.drafts[other]?.links.length === links.length
  return tag !== 'tr' || !(isLikeThis(index - 1) || isLikeThis(index + 1))
}

/** Elements that hold one matter even if most of it is linked. */
const neverList = new Set('p table tbody td th tr dl dt dd blockquote'.split(' '))
