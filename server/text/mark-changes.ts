import { compareSequences } from './compare-sequence.ts'
import { compareTokens, freshLimits, numberedTexts, type TokenRun } from './compare-tokens.ts'
import { readableRuns } from './readable-runs.ts'

export type MarkedHtml = { html: string; isMarked: boolean; added: number; removed: number }

/** Tags that end a line of text; all others are within a line. */
const border =
  /^<\/?(?:address|article|aside|blockquote|body|br|caption|center|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|h[1-6]|header|hgroup|hr|legend|li|main|menu|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/i
const mostChars = 1_000_000
const lineSteps = 5_000_000
const style =
  '<style>ins.og-came{background:#d7f2dc;color:#111;text-decoration:underline}del.og-went{background:#fbd9da;color:#111;text-decoration:line-through}</style>'

/** A piece of harmless HTML: a tag unchanged, or text with decoded entities. */
type Part = { tag: string } | { text: string }
/** A line of text, and its positions in the parts. */
type TextLine = { text: string; places: { part: number; from: number }[] }

/**
 * Marks changes in a harmless page (`neutralise`): text added since the earlier version is marked in its place, and
 * removed text is restored, struck through. Only text is added, between the existing elements; above a size limit
 * nothing is marked.
 */
export function markChanges(before: string, after: string): MarkedHtml {
  if (bodyChars(before) + bodyChars(after) > mostChars) return { html: after, isMarked: false, added: 0, removed: 0 }
  const parts = partsOf(after)
  const old = linesOf(partsOf(before))
  const now = linesOf(parts)
  const numbers = new Map<string, number>()
  const texts = (lines: readonly TextLine[]) => lines.map(({ text }) => text.trim())
  const { regions } = compareSequences(
    numberedTexts(texts(old), numbers),
    numberedTexts(texts(now), numbers),
    lineSteps,
  )
  const marks = new Marks()
  const limits = freshLimits()
  for (const [fromStart, fromEnd, toStart, toEnd] of regions) {
    const was = old.slice(fromStart, fromEnd).map(({ text }) => text.trim())
    const is = now.slice(toStart, toEnd)
    if (is.length === 0) marks.goneAt(now[toStart] ?? now.at(-1), now[toStart] ? 0 : -1, was.join('\n'))
    else mark(marks, is, runsBetween(was.join('\n'), is.map(({ text }) => text).join('\n'), limits))
  }
  return { html: marks.write(parts), isMarked: true, added: marks.added, removed: marks.removed }
}

/** The position of the body's tag. No other text of a harmless page has these brackets: styles escape them. */
const bodyAt = (html: string) => html.search(/<body(?: [^>]*)?>/)
const bodyChars = (html: string) => html.length - bodyAt(html)

function runsBetween(was: string, is: string, limits: ReturnType<typeof freshLimits>): readonly TokenRun[] {
  return readableRuns(was, is, compareTokens(was, is, limits)).runs
}

function mark(marks: Marks, lines: readonly TextLine[], runs: readonly TokenRun[]): void {
  let line = 0
  let at = 0
  for (const { op, text } of runs) {
    if (op === 'removed') {
      marks.goneAt(lines[line], at, text)
      continue
    }
    for (const [nth, piece] of text.split('\n').entries()) {
      if (nth > 0) {
        line += 1
        at = 0
      }
      if (op === 'added') marks.came(lines[line], at, at + piece.length)
      at += piece.length
    }
  }
}

/** Marks to set, by the part that contains them. */
class Marks {
  added = 0
  removed = 0
  #cuts = new Map<number, { at: number; end: number; gone: string }[]>()

  came(line: TextLine | undefined, from: number, to: number): void {
    if (!line || to <= from) return
    this.added += to - from
    for (const [nth, { part, from: start }] of line.places.entries()) {
      const end = line.places[nth + 1]?.from ?? line.text.length
      const [a, b] = [Math.max(from, start), Math.min(to, end)]
      if (a < b) this.#add(part, { at: a - start, end: b - start, gone: '' })
    }
  }

  /** After the last character of the line if `at` is -1. */
  goneAt(line: TextLine | undefined, at: number, text: string): void {
    if (!line || text.trim() === '') return
    this.removed += text.length
    const place = at < 0 ? line.text.length : at
    const here = line.places.findLast(({ from }) => from <= place) ?? line.places[0]
    if (here) this.#add(here.part, { at: place - here.from, end: place - here.from, gone: text })
  }

  #add(part: number, cut: { at: number; end: number; gone: string }): void {
    const cuts = this.#cuts.get(part)
    if (cuts) cuts.push(cut)
    else this.#cuts.set(part, [cut])
  }

  write(parts: readonly Part[]): string {
    const html = parts.map((part, index) => {
      if ('tag' in part) return part.tag
      let html = ''
      let at = 0
      for (const cut of (this.#cuts.get(index) ?? []).toSorted((a, b) => a.at - b.at || a.end - b.end)) {
        html += encode(part.text.slice(at, cut.at))
        if (cut.gone) html += `<del class="og-went">${encode(cut.gone).replaceAll('\n', '<br>')}</del>`
        const came = part.text.slice(cut.at, cut.end)
        if (came.trim() !== '') html += `<ins class="og-came">${encode(came)}</ins>`
        else html += encode(came)
        at = cut.end
      }
      return html + encode(part.text.slice(at))
    })
    return html.join('').replace('</head>', `${style}</head>`)
  }
}

/** HTML as the neutraliser writes it: every bracket belongs to a tag. The content of `<style>` and of drawings is not text. */
function partsOf(html: string): Part[] {
  const start = bodyAt(html)
  const parts: Part[] = [{ tag: html.slice(0, start) }]
  let drawings = 0
  for (const [piece] of html.slice(start).matchAll(/<[^>]*>|[^<]+/g)) {
    if (piece.startsWith('<svg')) drawings += 1
    else if (piece === '</svg>') drawings -= 1
    parts.push(piece.startsWith('<') || drawings > 0 ? { tag: piece } : { text: decode(piece) })
  }
  return parts
}

function linesOf(parts: readonly Part[]): TextLine[] {
  const lines: TextLine[] = []
  let line: TextLine = { text: '', places: [] }
  const close = () => {
    if (line.text.trim() !== '') lines.push(line)
    line = { text: '', places: [] }
  }
  for (const [index, part] of parts.entries()) {
    if ('tag' in part) {
      if (border.test(part.tag)) close()
      continue
    }
    // Line breaks of the source are spaces to a reader, but would be borders here.
    line.places.push({ part: index, from: line.text.length })
    line.text += part.text.replaceAll(/[\n\r]/g, ' ')
  }
  close()
  return lines
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function decode(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
}

function encode(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
