import { cutText } from '#contract/text.ts'
import { hasTools, isAttachment, isImprint, isInterface, isSectionHeading } from './extract-interface.ts'
import { type Letters, lettersIn, sentence } from './extract-letters.ts'
import type { OutlineElement } from './extract-outline.ts'
import { isFramePhrase, isNeighbour } from './extract-phrases.ts'

/**
 * The innermost element around the block that names the page and most of its text. `title`: that block, or the first of
 * the element. `isText`: sentences are most of the page; without them it may be a list or a home page.
 */
export type Article = { title: number; from: number; to: number; isText: boolean }

/** Letters of a block that may name the page. */
const shortestTitle = 8
/** Every block is searched in the title. */
const longestTitle = 300
/** The element of an article holds this share of the text. */
const articleShare = 0.6
/** The same for a page without a title in its blocks. */
const untitledShare = 0.85
/** A text around the article that has this many letters is kept. */
const lead = 60
/** Pictures before the heading of a section. */
const mostPictures = 4
/** Elements that are parts of an article, and not an article. */
const neverAround = new Set('p pre ul ol li dl dt dd table thead tbody tfoot tr blockquote figure'.split(' '))

/**
 * The block that the title of the page begins with, or contains; else the first heading of the first level; -1 if there
 * is none.
 */
export function findTitle(body: Letters, titleOfPage: string): number {
  const cutTitle = cutText(titleOfPage, longestTitle)
  const pageTitle = plainTitle(cutTitle)
  let title = -1
  let best = 0
  for (const [index, { text, tag, linkedChars }] of body.drafts.entries()) {
    if (!body.has(index) || text.length > cutTitle.length + 8) continue
    const level = /^h([1-3])$/.exec(tag)?.[1]
    // A heading may link to its own page; other links lead to other pages.
    if (!level && linkedChars > text.length / 2) continue
    const plain = plainTitle(text)
    const letters = lettersIn(plain)
    if (letters < shortestTitle || !pageTitle.includes(plain)) continue
    const points = letters + (pageTitle.startsWith(plain) ? 1000 : 0) + (level ? 800 - 100 * Number(level) : 0)
    if (points <= best) continue
    best = points
    title = index
  }
  return title === -1 ? body.drafts.findIndex(({ tag }, index) => body.has(index) && tag === 'h1') : title
}

function plainTitle(text: string): string {
  return text.replace(/[\s\p{P}\p{S}]+/gu, '').toLowerCase()
}

export function findArticle(body: Letters, elements: OutlineElement[], title: number): Article | null {
  body.measure()
  const count = body.drafts.length
  const all = body.weigh(0, count)
  const isTextOf = (from: number, to: number) => body.proseIn(from, to) >= body.weigh(from, to) / 2
  let article: Article | null = null
  for (const { name, from, to } of elements) {
    const isAround = title === -1 ? !neverAround.has(name) : from <= title && title < to
    const share = title === -1 ? untitledShare : articleShare
    if (isAround && body.weigh(from, to) >= all * share)
      article = { title: title === -1 ? from : title, from, to, isText: true }
  }
  if (article) article.isText = isTextOf(article.from, article.to)
  return article
}

/** Whether a block names a document of the article, next to its text. */
export function isOwnAttachment(body: Letters, index: number, article: Article | null): boolean {
  const draft = body.drafts[index]
  return draft !== undefined && article !== null && index < article.to && isAttachment(draft.text, draft.links)
}

/**
 * Drops the short texts and links outside the article, and before its title. Without sentences, only menus are dropped:
 * a list outside may be what the page is about.
 */
export function dropAround(body: Letters, elements: OutlineElement[], article: Article): void {
  body.measure()
  const { title, from, to, isText } = article
  const start = isBegin(body, title, from, to) ? title : from
  if (!isText) {
    for (const each of elements)
      if ((each.to <= start || each.from >= to) && body.isMenu(each.from, each.to)) body.drop(each.from, each.to)
    return
  }
  for (const [index, { text, tag }] of body.drafts.entries()) {
    if ((index >= start && index < to) || (tag === 'h1' && index >= from && index < to)) continue
    // A picture of the template counts by its place on all pages, those without sentences included.
    if (text !== '' && !body.isProse(index, lead)) body.drop(index)
  }
}

/** With much text before it, a block is no title. */
function isBegin(body: Letters, title: number, from: number, to: number): boolean {
  const prose = body.proseIn(from, to)
  if (prose > 0) return body.proseIn(from, title) < prose * 0.2
  return body.weigh(from, title) < body.weigh(title, to) / 2
}

/** Drops elements that begin with the heading of other pages or comments, unless they hold much of the text. */
export function dropSections(body: Letters, elements: OutlineElement[], title: number): void {
  body.measure()
  const all = body.count(0, body.drafts.length).free
  for (const { from, to } of elements) {
    if (to - from < 2 || (from <= title && title < to)) continue
    let first = from
    while (first < to && first < from + mostPictures && body.drafts[first]?.text === '') first += 1
    if (!isSectionHeading(body.drafts[first]?.text ?? '')) continue
    if (body.count(from, to).free < all * 0.4) body.drop(from, to)
  }
}

/** Drops the headings of what was dropped. */
export function dropHeadings(body: Letters, title: number): void {
  for (let index = body.drafts.length - 1; index >= 0; index -= 1) {
    const { text = '', tag = '' } = body.drafts[index] ?? {}
    if (!body.has(index) || tag === 'h1' || index === title || body.has(index + 1)) continue
    if (isSectionHeading(text) || (/^h\d$/.test(tag) && isInterface(text))) body.drop(index)
  }
}

/** Drops short texts that introduce what surrounds a body, and those of the page's interface. */
export function dropPhrases(body: Letters, title: number): void {
  for (const [index, { text, tag, cells }] of body.drafts.entries()) {
    if (!body.has(index) || tag === 'h1' || index === title) continue
    // A cell of a table may consist of any word.
    if (tag === 'tr' && (cells?.length ?? 0) > 1) continue
    const isLinked = body.linked(index) > body.free(index)
    if (isNeighbour(text) && body.linked(index) > 0) body.drop(index)
    else if (tag !== 'li' && (isFramePhrase(text, isLinked) || hasTools(text))) body.drop(index)
    else if (!/^h\d$/.test(tag) && isInterface(text)) body.drop(index)
  }
}

/** Drops the imprint that ends a page, and the short texts after it. */
export function dropImprint(body: Letters): void {
  let last = body.drafts.length - 1
  const ends = (index: number) =>
    body.has(index) && body.free(index) >= sentence && !isImprint(body.drafts[index]?.text ?? '')
  while (last >= 0 && !ends(last)) last -= 1
  let isAfter = false
  for (let index = last + 1; index < body.drafts.length; index += 1) {
    const { text = '' } = body.drafts[index] ?? {}
    isAfter ||= isImprint(text)
    if (isAfter && text !== '') body.drop(index)
  }
}

/** The sentences of an article are in the element that holds this share of them. */
const proseShare = 0.9
/** Parts of a table or a list, which end many bodies. */
const entryTags = new Set('tr td th li dt dd pre blockquote'.split(' '))

/** A number, or a word with its value: "Director: Li Lei". */
const hasValue = /\p{Nd}|[:：]\s*\S/u
/** More short texts after the sentences are entries, as the names of a team. */
const mostRemarks = 4

/**
 * Drops the short texts after the innermost element with the sentences of the article: buttons, the heading of a form, a
 * remark of the site. Entries, documents, values and numbers stay, as they may be data of the page.
 */
export function dropAfter(body: Letters, elements: OutlineElement[], article: Article): void {
  const remarks: number[] = []
  for (let index = article.to - 1, end = endOfProse(body, elements, article); index >= end; index -= 1) {
    const { text = '', tag = '' } = body.drafts[index] ?? {}
    if (!body.has(index) || text === '' || !isRemark(body, index)) continue
    // The heading of what stays stays too.
    const isLast = index === article.to - 1 || !body.has(index + 1) || remarks.at(-1) === index + 1
    if (isLast || !/^h\d$/.test(tag)) remarks.push(index)
  }
  if (remarks.length <= mostRemarks) for (const index of remarks) body.drop(index)
}

function isRemark(body: Letters, index: number): boolean {
  const { text = '', tag = '', links = [], label } = body.drafts[index] ?? {}
  if (label || tag === 'h1' || entryTags.has(tag) || hasValue.test(text)) return false
  return !body.isProse(index, sentence) && !isAttachment(text, links)
}

/** The end of that element; the end of the article if it is a single block. */
function endOfProse(body: Letters, elements: OutlineElement[], { from, to }: Article): number {
  const proseUpTo = new Float64Array(body.drafts.length + 1)
  for (let index = 0; index < body.drafts.length; index += 1) {
    const is = body.has(index) && body.isProse(index, sentence)
    proseUpTo[index + 1] = (proseUpTo[index] as number) + (is ? body.free(index) : 0)
  }
  const proseOf = (range: { from: number; to: number }) =>
    (proseUpTo[range.to] as number) - (proseUpTo[range.from] as number)
  const least = proseOf({ from, to }) * proseShare
  let inner = { from, to }
  for (const each of elements)
    if (each.from >= from && each.to <= to && !neverAround.has(each.name) && proseOf(each) >= least) inner = each
  return least > 0 && inner.to - inner.from > 1 ? inner.to : to
}
