import type { Draft } from './extract-outline.ts'
import { unitsOf } from './units.ts'

/** Chinese, Japanese and Korean characters carry about as much as two letters. */
const wideCharacter = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/
const firstWide = 0x3040
const isWide = Uint8Array.from({ length: 65_536 }, (_, unit) => Number(wideCharacter.test(String.fromCharCode(unit))))

/** Letters of a text; a wide character counts as two. */
export function lettersIn(text: string): number {
  const units = unitsOf(text)
  let letters = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = units[at] as number
    if (unit >= firstWide) letters += isWide[unit] as number
  }
  return letters
}

/** Free text of a block that makes it a sentence of the body, in letters. */
export const sentence = 50
/** A menu has at least this many links, and this many letters an entry on average. */
const fewestEntries = 3
const longestEntry = 24
/** Weight of a linked letter in a body that may be a list of links. */
const linkedWeight = 0.25

/** The blocks that may belong to the body, with their letters; the steps drop those that do not. */
export class Letters {
  readonly drafts: readonly Draft[]
  readonly #isIn: Uint8Array
  /** Letters of each block outside links, and inside them. */
  readonly #free: Float64Array
  readonly #linked: Float64Array
  readonly #freeUpTo: Float64Array
  readonly #linkedUpTo: Float64Array
  /** Blocks with linked text. */
  readonly #linksUpTo: Float64Array

  constructor(drafts: readonly Draft[], isShown: (draft: Draft) => boolean) {
    this.drafts = drafts
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
      const letters = lettersIn(draft.text)
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

  drop(from: number, to = from + 1): void {
    this.#isIn.fill(0, from, to)
  }

  free(index: number): number {
    return this.#free[index] ?? 0
  }

  linked(index: number): number {
    return this.#linked[index] ?? 0
  }

  /** Whether a block has this many letters, few of them linked. */
  isProse(index: number, letters: number): boolean {
    return this.free(index) >= letters && this.linked(index) < this.free(index) / 4
  }

  /** Letters of the sentences of a range. */
  proseIn(from: number, to: number): number {
    let letters = 0
    for (let index = from; index < to; index += 1)
      if (this.has(index) && this.isProse(index, sentence)) letters += this.free(index)
    return letters
  }

  /** Adds up the blocks that are in; elements nest a thousand deep, so their sums are differences of two of these. */
  measure(): void {
    for (let index = 0; index < this.drafts.length; index += 1) {
      const is = this.has(index) ? 1 : 0
      this.#freeUpTo[index + 1] = (this.#freeUpTo[index] as number) + is * (this.#free[index] as number)
      this.#linkedUpTo[index + 1] = (this.#linkedUpTo[index] as number) + is * (this.#linked[index] as number)
      const isLink = (this.#linked[index] as number) > 0 ? is : 0
      this.#linksUpTo[index + 1] = (this.#linksUpTo[index] as number) + isLink
    }
  }

  /** Letters of a range at the last `measure`. */
  count(from: number, to: number): { free: number; linked: number; links: number } {
    return {
      links: (this.#linksUpTo[to] as number) - (this.#linksUpTo[from] as number),
      free: (this.#freeUpTo[to] as number) - (this.#freeUpTo[from] as number),
      linked: (this.#linkedUpTo[to] as number) - (this.#linkedUpTo[from] as number),
    }
  }

  /** Whether a range has nothing but short links, at the last `measure`. */
  isMenu(from: number, to: number): boolean {
    const { free, linked, links } = this.count(from, to)
    return links >= fewestEntries && linked > free * 6 && linked < links * longestEntry
  }

  /** Letters of a range at the last `measure`, of a link a part. */
  weigh(from: number, to: number): number {
    const { free, linked } = this.count(from, to)
    return free + linked * linkedWeight
  }
}
