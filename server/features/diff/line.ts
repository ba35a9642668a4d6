import { cutStart, cutText } from '#contract/text.ts'
import type { Hunk, TextComparison, TokenRun } from './compare.ts'
import type { ComparedBlock } from './compare-block.ts'
import { chosenHunks, isFramed, isReplacedText } from './digest.ts'
import { hasOtherContacts } from './stated-data.ts'

/** One changed place in a line that a list can show. */
export type DiffLine = {
  /** Index of the place in the hunks of the digest. */
  hunk: number
  /** The text after; the text before if nothing remains or was added. */
  text: string
  /** The same place with its removed and added words. */
  runs: TokenRun[]
}

/** Lines stored for a difference; the judgement of its round chooses among them. */
const mostLines = 12
const lineChars = 240
/** Unchanged words shown before a change. */
const leadChars = 60
/** The same, and removed words, in a place that is shown with others. */
const shortLead = 20
const shortRemoved = 30
/** A removed text of this length is the matter of its place; a shorter one needs its sentence. */
const removedChars = 8
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** Lines of the most significant places: contact data first, then content, notes and frame, each by size. */
export function linesOf(comparison: Pick<TextComparison, 'hunks'>): DiffLine[] {
  return chosenHunks(comparison)
    .map((hunk, index) => ({ hunk, index, rank: rankOf(hunk) }))
    .sort((one, two) => two.rank - one.rank)
    .slice(0, mostLines)
    .map(({ hunk, index }) => lineOf(hunk, index))
    .filter(({ text }) => text !== '')
}

function rankOf(hunk: Hunk): number {
  const size = Math.max(hunk.addedChars, hunk.removedChars)
  if (hasOtherContacts(textOf(hunk.before), textOf(hunk.after))) return 2e9 + size
  if (isFramed(hunk)) return size
  return (hunk.after[0] ?? hunk.before[0])?.isNote ? 5e8 + size : 1e9 + size
}

function lineOf({ before, after, runs }: Hunk, hunk: number): DiffLine {
  const [was, is] = [textOf(before), textOf(after)]
  if (was === '' || is === '') return { hunk, ...wholeLine(is === '' ? 'removed' : 'added', is === '' ? was : is) }
  const label = after[0]?.label
  const shown = isReplacedText({ runs }) ? replacedLine(was, is) : windowOf(runs ?? [{ op: 'same', text: is }])
  if (label && !is.includes(label)) shown.unshift({ op: 'same', text: `${label} ` })
  return { hunk, text: textOfRuns(shown), runs: shown }
}

/** A text and the one in its place: words that both have by chance would tear them apart. */
function replacedLine(was: string, is: string): TokenRun[] {
  return [
    { op: 'removed', text: cutText(was, leadChars) },
    { op: 'added', text: cutText(is, lineChars - leadChars) },
  ]
}

const mostJoined = 3
/** Characters of a joined place after the first. */
const joinedChars = 75
const separator = ' · '

/** The line of several places of one page, which differ: the first as long as possible, the others shortened. */
export function joinLines(lines: readonly DiffLine[]): DiffLine {
  const [first, ...others] = lines as readonly [DiffLine, ...DiffLine[]]
  const joined: DiffLine[] = []
  for (const line of others) {
    if (joined.length === mostJoined - 1) break
    const isKnown = ({ text }: DiffLine) => text.includes(line.text) || line.text.includes(text)
    if (!isKnown(first) && !joined.some(isKnown)) joined.push(shortened(line, joinedChars))
  }
  if (joined.length === 0) return first
  const taken = joined.reduce((sum, { text }) => sum + separator.length + text.length, 0)
  const all = [shortened(first, lineChars - taken), ...joined]
  return {
    hunk: first.hunk,
    text: all.map(({ text }) => text).join(separator),
    runs: all.flatMap(({ runs }, at) => (at === 0 ? runs : [{ op: 'same', text: separator }, ...runs])),
  }
}

/** The line from its first change on, with few words before it. */
function shortened(line: DiffLine, most: number): DiffLine {
  if (line.text.length <= most) return line
  const [lead, ...rest] = line.runs
  const isLed = lead?.op === 'same' && lead.text.length > shortLead && rest.length > 0
  const runs = isLed ? [{ ...lead, text: `…${cutStart(lead.text, shortLead)}` }, ...rest] : line.runs
  const isOnlyRemoved = runs.every(({ op }) => op !== 'added')
  const shown: TokenRun[] = []
  let left = most
  for (const { op, text } of runs) {
    const isBeside = op === 'removed' && !isOnlyRemoved
    const cut = cutText(text, isBeside ? shortRemoved : Math.max(0, left))
    if (!isBeside) left -= cut.length
    if (cut !== '' && (left > 0 || !isBeside)) shown.push({ op, text: cut })
  }
  return { hunk: line.hunk, text: textOfRuns(shown), runs: shown }
}

function wholeLine(op: 'added' | 'removed', text: string) {
  const cut = cutText(text, lineChars)
  return { text: cut, runs: [{ op, text: cut }] satisfies TokenRun[] }
}

/** The text after, or the removed words if nothing was added. */
function textOfRuns(runs: readonly TokenRun[]): string {
  const of = (op: TokenRun['op']) =>
    runs
      .filter(run => run.op === op)
      .map(({ text }) => text)
      .join('')
      .trim()
  const removed = of('removed')
  if (of('added') === '' && removed.length + 1.5 * (removed.match(han)?.length ?? 0) >= removedChars) return removed
  return runs
    .filter(({ op }) => op !== 'removed')
    .map(({ text }) => text)
    .join('')
    .trim()
}

const sentenceEnds = ['. ', '! ', '? ', '。', '！', '？', '；', '\n']

/** The runs from the sentence of the first change on, as many as a line holds. */
function windowOf(runs: readonly TokenRun[]): TokenRun[] {
  const first = runs.findIndex(({ op }) => op !== 'same')
  const shown: TokenRun[] = []
  let left = lineChars
  const push = ({ op, text }: TokenRun) => {
    const cut = cutText(text, Math.max(0, left))
    left -= cut.length
    if (cut !== '') shown.push({ op, text: cut })
  }
  if (first > 0) push({ op: 'same', text: leadOf(runs[0]!.text) })
  for (const run of runs.slice(Math.max(0, first))) push(run)
  return shown
}

/** The beginning of the sentence that continues after a text, shortened from the left. */
function leadOf(text: string): string {
  const ends = sentenceEnds.map(end => text.lastIndexOf(end) + (text.includes(end) ? end.length : 0))
  const lead = text.slice(Math.max(0, ...ends)).trimStart()
  if (lead.length <= leadChars) return lead
  const from = lead.length - leadChars
  const border = lead.indexOf(' ', from)
  return `…${lead.slice(border === -1 || border > from + 20 ? from : border + 1)}`
}

const textOf = (blocks: readonly ComparedBlock[]): string =>
  blocks
    .map(({ text }) => text)
    .join(' ')
    .trim()
