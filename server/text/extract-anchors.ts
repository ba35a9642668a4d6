/**
 * The target of a link within its own page, as it is written: '#part', or the page's whole address with it; '' for its
 * top; null for all other links.
 */
export function fragmentOf(href: string | undefined, target: string | null, url: string): string | null {
  const raw = href?.trim()
  if (raw?.startsWith('#')) return raw.length > 1 ? raw : ''
  const at = target?.indexOf('#') ?? -1
  return target && at > 0 && target.slice(0, at) === url.replace(/#.*$/, '') ? target : null
}

/** A single sign, such as the one next to a heading that links to itself: neither text nor a target. */
export function isSign(text: string): boolean {
  return /^\s*(?:[^\p{L}\p{N}\s]\ufe0f?)?\s*$/u.test(text)
}

const noteAddress = /^#(?:cite|fn|_?ftn|_?edn|foot-?note|end-?note|note|ref|sdfootnote)/i
const noteMark = /^\s*[[(]?\s*(?:\d{1,4}|[a-z]{1,2}|[*†‡])\s*[\])]?\s*$/i

/**
 * The mark of a note, such as [3], or the way back from the note to its mark. Notes are numbered again with each that is
 * added before them, and the note itself is a text of the page.
 */
export function isNoteMark(fragment: string | null, text: string): boolean {
  return fragment !== null && noteAddress.test(fragment) && noteMark.test(text)
}

const backAddress = /^#(?:cite_?ref|fn-?ref|fn-?back|foot-?note-?ref|_?ftnref|_?ednref|ref|sdfootnote\d*anc)/i

/** Whether a link leads from a note to its mark in the text. */
export function isWayBack(fragment: string | null): boolean {
  return fragment !== null && backAddress.test(fragment)
}

const letter = /\p{L}/gu
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Three letters besides the links make a sentence around them; one Chinese character is already a word. */
const fewestLetters = 3

/**
 * Collects the links of a block to targets within its page. Such a link counts as a target only within running text,
 * because tables of contents, buttons and headings that link to themselves only name existing parts of the page.
 */
export function makeAnchors() {
  let targets: string[] = []
  let ranges: [start: number, end: number][] = []
  return {
    add(target: string): void {
      targets.push(target)
    },
    /** The range of a link's text, for any link, within the text of the block. */
    cover(start: number, end: number): void {
      if (end > start) ranges.push([start, end])
    },
    /** Targets of the block that ends here. */
    take(text: string, tag: string): string[] {
      const isListed = targets.length > 0 && !/^h[1-6]$/.test(tag)
      const isSentence = isListed && isRunning(text, ranges)
      const found = isListed ? targets.filter(target => isSentence || !target.startsWith('#')) : []
      targets = []
      ranges = []
      return found
    },
  }
}

function isRunning(text: string, ranges: [number, number][]): boolean {
  let at = 0
  let rest = ''
  for (const [start, end] of ranges) {
    rest += text.slice(at, start)
    at = end
  }
  rest += text.slice(at)
  return han.test(rest) || (rest.match(letter)?.length ?? 0) >= fewestLetters
}
