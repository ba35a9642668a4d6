import type { PageBlock } from './extract-block.ts'
import { type Hint, hintOf } from './extract-hints.ts'
import { isFramePhrase } from './extract-phrases.ts'

/** A block before its part is known. `linkedChars`: characters of its text inside links to other addresses. */
export type Draft = PageBlock & { isInMain: boolean; isVeiled: boolean; linkedChars: number }

/** An element that borders blocks. `from` and `to`: the range of the drafts inside it, `to` excluded. */
export type OutlineElement = { name: string; hint: Hint; from: number; to: number }
type OpenElement = OutlineElement & { place: number; children: Map<string, number> | undefined }

/** Records the bordering elements while a page is read, each before the elements inside it. Element 0 is the document. */
export function makeOutline() {
  const root: OpenElement = { name: '', hint: null, from: 0, to: 0, place: 0, children: undefined }
  const elements: OutlineElement[] = [root]
  const open: OpenElement[] = []
  return {
    elements,
    open(name: string, attributes: Map<string, string>, drafts: number): void {
      const parent = open.at(-1) ?? root
      parent.children ??= new Map()
      const ordinal = (parent.children.get(name) ?? 0) + 1
      parent.children.set(name, ordinal)
      const place = hashStep(parent.place, name, ordinal)
      const element = { name, hint: hintOf(name, attributes), from: drafts, to: drafts, place, children: undefined }
      elements.push(element)
      open.push(element)
    },
    close(drafts: number): void {
      const element = open.pop()
      if (!element) return
      element.to = drafts
      // Elements are kept until the page is read; their counts are not needed so long.
      element.children = undefined
    },
    /** Hash of the position of the innermost open element. */
    place: (): number => (open.at(-1) ?? root).place,
  }
}

/** One step of FNV-1a for each character of the name, and one for the ordinal. */
function hashStep(parent: number, name: string, ordinal: number): number {
  let hash = parent ^ 0x811c9dc5
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return Math.imul(hash ^ ordinal, 0x01000193)
}

/**
 * Decides for each block whether it belongs to the body of the page or to its frame. Text under aria-hidden is left
 * out, except on pages whose open dialogue hides everything else from screen readers. `isBody`: whether the source of a
 * draft belongs to the content.
 */
export function assignParts(
  drafts: Draft[],
  elements: OutlineElement[],
): { blocks: PageBlock[]; isBody: (draft: number) => boolean } {
  let total = 0
  let underVeil = 0
  for (const draft of drafts) {
    if (draft.isVeiled) underVeil += draft.text.length
    else total += draft.text.length
  }
  const keepsVeiled = underVeil > total
  const shown = (draft: Draft) => keepsVeiled || !draft.isVeiled
  const body = new Body(drafts, shown)
  // The parts by elements and names alone, which change less from version to version than those by texts.
  let outlined = body.copy()
  if (!body.isAllFrame()) {
    body.dropFrames()
    body.dropNamed(elements)
    outlined = body.copy()
    const core = body.keepCore(elements)
    body.dropLinks(elements, core)
    body.dropPhrases()
  }
  const blocks: PageBlock[] = []
  for (const [index, draft] of drafts.entries()) {
    if (!shown(draft)) continue
    const { text, links, tag, pictures, place, label, cells } = draft
    const kept = {
      text,
      links,
      tag,
      ...(place !== undefined && { place }),
      ...(label && { label }),
      ...(cells && { cells }),
    }
    if (body.has(index)) blocks.push({ ...kept, part: 'main', ...(pictures && { pictures }) })
    else if (text !== '' || links.length > 0) blocks.push({ ...kept, part: 'frame' })
  }
  return { blocks, isBody: draft => outlined[draft] === 1 }
}

/** Chinese, Japanese and Korean characters carry about as much as two letters. */
const wideCharacter = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g

/** Free text of a block that makes it a sentence of the body, in letters. */
const sentence = 50
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
/** Points that a block and a linked letter cost. */
const boundary = 12
const linkPrice = 1.5

/** The blocks that may belong to the body; the steps remove those that do not. */
class Body {
  readonly #drafts: Draft[]
  readonly #isIn: Uint8Array
  /** Letters of each block outside links, and inside them. */
  readonly #free: Float64Array
  readonly #linked: Float64Array
  readonly #freeUpTo: Float64Array
  readonly #linkedUpTo: Float64Array
  /** Blocks with linked text. */
  readonly #linksUpTo: Float64Array
  /** Letters outside links in all blocks that are not frame by their elements. */
  #all = 0

  constructor(drafts: Draft[], isShown: (draft: Draft) => boolean) {
    this.#drafts = drafts
    this.#isIn = new Uint8Array(drafts.length)
    this.#free = new Float64Array(drafts.length)
    this.#linked = new Float64Array(drafts.length)
    this.#freeUpTo = new Float64Array(drafts.length + 1)
    this.#linkedUpTo = new Float64Array(drafts.length + 1)
    this.#linksUpTo = new Float64Array(drafts.length + 1)
    for (const [index, draft] of drafts.entries()) {
      if (!isShown(draft)) continue
      this.#isIn[index] = 1
      const { length } = draft.text
      const letters = length + (draft.text.match(wideCharacter)?.length ?? 0)
      this.#linked[index] = length === 0 ? 0 : letters * Math.min(1, draft.linkedChars / length)
      this.#free[index] = letters - (this.#linked[index] as number)
    }
  }

  /** The present state, one number for each draft: 1 if it is in. */
  copy(): Uint8Array {
    return this.#isIn.slice()
  }

  has(index: number): boolean {
    return this.#isIn[index] === 1
  }

  /** Whether almost the whole page is frame; then its elements do not separate body and frame. */
  isAllFrame(): boolean {
    let total = 0
    let framed = 0
    for (const [index, { text, part }] of this.#drafts.entries()) {
      if (!this.has(index)) continue
      total += text.length
      if (part === 'frame') framed += text.length
    }
    return framed > total * 0.95
  }

  /** Drops the blocks of frame elements; if main or article hold most of the text, also everything outside them. */
  dropFrames(): void {
    let inMain = 0
    let outside = 0
    for (const [index, { part, isInMain }] of this.#drafts.entries()) {
      if (part === 'frame') this.#isIn[index] = 0
      else if (!this.has(index)) continue
      else if (isInMain) inMain += this.#free[index] as number
      else outside += this.#free[index] as number
    }
    if (inMain <= outside) return
    const title = this.#drafts.findIndex(({ tag }) => tag === 'h1')
    const isLead = (index: number) =>
      title !== -1 && index > title && index < title + leadBlocks && this.#isProse(index, lead)
    for (const [index, { isInMain, tag }] of this.#drafts.entries())
      if (!isInMain && tag !== 'h1' && !isLead(index)) this.#isIn[index] = 0
  }

  /** Drops elements that are named after what surrounds a body, unless they hold much of the text. */
  dropNamed(elements: OutlineElement[]): void {
    this.#measure()
    const all = this.#count(0, this.#drafts.length).free
    for (const { name, hint, from, to } of elements) {
      const most = hint === 'frame' ? 0.7 : hint === 'likely' ? 0.4 : 0
      const { free } = this.#count(from, to)
      if (free < all * most && !(name === 'figcaption' && free > caption)) this.#isIn.fill(0, from, to)
    }
    for (const { name, from, to } of elements)
      if (name === 'header' && from < to && !this.#drafts[from]?.isInMain) this.#dropHeader(from, to)
    this.#measure()
    for (const { hint, from, to } of elements) {
      if (hint !== 'aside') continue
      const { free, linked } = this.#count(from, to)
      if (linked > (free + linked) * 0.15 && free < all * 0.3) this.#isIn.fill(0, from, to)
    }
    this.#measure()
    this.#all = this.#count(0, this.#drafts.length).free
  }

  /** The header of a page is frame; one that holds the page's title may also hold its lead. */
  #dropHeader(from: number, to: number): void {
    const hasTitle = this.#drafts.slice(from, to).some(({ tag }) => tag === 'h1')
    for (let index = from; index < to; index += 1)
      if (!hasTitle || (this.#drafts[index]?.tag !== 'h1' && !this.#isProse(index, lead))) this.#isIn[index] = 0
  }

  /**
   * Keeps the element in which free text outweighs links and boundaries most, the titles, and a lead between title and
   * element. Returns the range of that element.
   */
  keepCore(elements: OutlineElement[]): { from: number; to: number } {
    const count = this.#drafts.length
    const points = new Float64Array(count + 1)
    for (let index = 0; index < count; index += 1)
      points[index + 1] = (points[index] as number) + (this.has(index) ? this.#pointsOf(index) : 0)
    const whole = { from: 0, to: count }
    let core = whole
    const pointsOf = ({ from, to }: { from: number; to: number }) => (points[to] as number) - (points[from] as number)
    for (const { from, to } of elements) if (from < to && pointsOf({ from, to }) >= pointsOf(core)) core = { from, to }
    let prose = 0
    let paragraphs = 0
    for (let index = core.from; index < core.to; index += 1) {
      if (!this.has(index) || !this.#isProse(index, longSentence)) continue
      prose += this.#free[index] as number
      paragraphs += 1
    }
    const { free } = this.#count(core.from, core.to)
    // A home page of short texts has no core, nor has a table below a few sentences.
    if (paragraphs < fewestParagraphs || prose < free / 2 || free <= this.#all * 0.7) return whole
    const title = this.#drafts.findIndex(({ tag }, index) => this.has(index) && tag === 'h1')
    for (let index = 0; index < count; index += 1) {
      if (index >= core.from && index < core.to) continue
      const isLead = index < core.from && index > title && this.#isProse(index, lead)
      if (this.#drafts[index]?.tag !== 'h1' && !isLead) this.#isIn[index] = 0
    }
    return core
  }

  #pointsOf(index: number): number {
    const [free, linked] = [this.#free[index] as number, this.#linked[index] as number]
    return free + linked === 0 ? 0 : free - linkPrice * linked - boundary
  }

  /**
   * Drops lists of links before the first and after the last sentence of the core. Those between sentences belong to
   * the body, unless a phrase introduces them.
   */
  dropLinks(elements: OutlineElement[], core: { from: number; to: number }): void {
    let first = core.from
    while (first < core.to && !(this.has(first) && (this.#free[first] as number) >= sentence)) first += 1
    let last = core.to - 1
    while (last > first && !(this.has(last) && (this.#free[last] as number) >= sentence)) last -= 1
    this.#measure()
    for (const { name, from, to } of elements) {
      if (to - from < fewestLinks || from < core.from || to > core.to || neverList.has(name)) continue
      if (from > first && to <= last && !isFramePhrase(this.#drafts[from - 1]?.text ?? '')) continue
      const { free, linked, links } = this.#count(from, to)
      // The card of a person or a product has one link; several links are a list.
      if (links < fewestLinks) continue
      if (linked > (free + linked) * 0.7 && free + linked < this.#all * 0.5) this.#isIn.fill(0, from, to)
    }
  }

  /** Drops short texts that introduce what surrounds a body. */
  dropPhrases(): void {
    for (const [index, { text, tag }] of this.#drafts.entries())
      if (this.has(index) && tag !== 'h1' && tag !== 'li' && isFramePhrase(text)) this.#isIn[index] = 0
  }

  #isProse(index: number, letters: number): boolean {
    const free = this.#free[index] as number
    return free >= letters && (this.#linked[index] as number) < free / 4
  }

  /** Adds up the blocks that are in; elements nest a thousand deep, so their sums are differences of two of these. */
  #measure(): void {
    for (let index = 0; index < this.#drafts.length; index += 1) {
      const is = this.has(index) ? 1 : 0
      this.#freeUpTo[index + 1] = (this.#freeUpTo[index] as number) + is * (this.#free[index] as number)
      this.#linkedUpTo[index + 1] = (this.#linkedUpTo[index] as number) + is * (this.#linked[index] as number)
      const isLink = (this.#linked[index] as number) > 0 ? is : 0
      this.#linksUpTo[index + 1] = (this.#linksUpTo[index] as number) + isLink
    }
  }

  /** Letters of a range at the last `#measure`. */
  #count(from: number, to: number): { free: number; linked: number; links: number } {
    return {
      links: (this.#linksUpTo[to] as number) - (this.#linksUpTo[from] as number),
      free: (this.#freeUpTo[to] as number) - (this.#freeUpTo[from] as number),
      linked: (this.#linkedUpTo[to] as number) - (this.#linkedUpTo[from] as number),
    }
  }
}

/** Elements that hold one matter even if most of it is linked. */
const neverList = new Set('p table tbody td th tr dl dt dd blockquote'.split(' '))
