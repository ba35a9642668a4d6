import { createHash } from 'node:crypto'
import { compareTokens } from '#server/text/compare-tokens.ts'
import { isInterface } from '#server/text/extract-interface.ts'
import type { Hunk, TextComparison, TokenRun } from './compare.ts'
import type { ComparedBlock } from './compare-block.ts'
import { onlyOf, type SoleChange, wordsAround } from './digest-only.ts'
import { hasOtherContacts } from './stated-data.ts'

/** One block of a digest: hash of its text, hash of its first characters if it has more, number of characters. */
export type BlockMark = [hash: string, prefix: string, chars: number]
/** The part of a hunk that judging a round needs, as compact JSON. */
export type DigestHunk = {
  kind: Hunk['kind']
  /** Hash of the removed and the added text without the text around it: the same edit elsewhere has the same hash. */
  edit: string
  before: BlockMark[]
  after: BlockMark[]
  added: number
  removed: number
  /** Link targets that differ in this place. */
  links: number
  /** Number of `links` that lead within the page. */
  anchors?: number
  /** Pictures that were added or removed in this place. */
  pictures: number
  /**
   * Hashes of the targets added and removed here, without fragments; `hashAddress` of a page's URL gives the same hash.
   */
  to: string[]
  was: string[]
  isFrame: boolean
  /** A place of an entry of a feed. */
  isEntry?: true
  /** A part of the text of an entry, without its title. */
  isEntryText?: true
  /** The only kind of change here, if the change is small. */
  only?: SoleChange
  /** Contact data differ: e-mail addresses, telephone numbers, bank accounts. */
  hasContacts?: true
  /** Position of its first block on the page, see `PageBlock.place`. */
  place?: number
  /** The text has little in common with the one that was in its place. */
  isReplaced?: true
  /** Hash of the words around changed numbers or dates, if nothing else changed. */
  words?: string
  /** Its subject is known from a row, a term or a label before it. */
  isLabelled?: true
}
/**
 * A change by its position: the position, the edit or the words around its numbers, 1 if its text was replaced, and the
 * hash of the text after ('' if none).
 */
export type PlacedEdit = [place: number, edit: string, isReplaced: 0 | 1, text: string]
/** A comparison in a few kilobytes, stored with the difference (`diff.digest`, jsonb). */
export type Digest = {
  v: 1
  hunks: DigestHunk[]
  addedChars: number
  removedChars: number
  totalChars: number
  addedLinks: number
  removedLinks: number
  isCoarse: boolean
  isSourceChanged: boolean
  /** The page redirects immediately. */
  moved?: { to: string; isNew: boolean }
  /** Hunks omitted because there are too many, and the characters of the content that they change. */
  omitted: number
  omittedChars: number
}

/** Limits that keep the digest of a rewritten page below 20 KB. */
const maxHunks = 80
const maxMarks = 240
const maxHunkMarks = 80
const maxTargets = 20
const prefixChars = 48

export function diffDigest(comparison: TextComparison): Digest {
  const changed = comparison.hunks.filter(hunk => hunk.kind !== 'moved')
  const chosen = chosenHunks(comparison)
  const room = { marks: maxMarks }
  const hunks = markReplaced(
    markMovedHosts(
      chosen.map(hunk => digestHunk(hunk, room)),
      chosen,
    ),
  )
  const left =
    changed.length > maxHunks
      ? contentFirst(changed)
          .slice(maxHunks)
          .filter(hunk => !isFramed(hunk))
      : []
  return {
    v: 1,
    hunks,
    addedChars: comparison.addedChars,
    removedChars: comparison.removedChars,
    totalChars: comparison.totalChars,
    addedLinks: comparison.addedLinks.length,
    removedLinks: comparison.removedLinks.length,
    isCoarse: comparison.isCoarse,
    isSourceChanged: comparison.isSourceChanged,
    ...(comparison.moved && { moved: comparison.moved }),
    omitted: changed.length - hunks.length,
    omittedChars: left.reduce((sum, hunk) => sum + hunk.addedChars + hunk.removedChars, 0),
  }
}

/** The hunks that a digest holds, in its order. */
export function chosenHunks({ hunks }: Pick<TextComparison, 'hunks'>): Hunk[] {
  const changed = hunks.filter(hunk => hunk.kind !== 'moved')
  return changed.length > maxHunks ? contentFirst(changed).slice(0, maxHunks) : changed
}

export function isFramed(hunk: Hunk): boolean {
  return (hunk.after[0] ?? hunk.before[0])?.part === 'frame' || isControl(hunk)
}

const controlTags = new Set(['summary', 'button', 'label', 'legend', 'div'])

/** A label that only operates the page, such as "Show details" of a folded part, came or went. */
function isControl({ kind, before, after }: Hunk): boolean {
  if (kind !== 'added' && kind !== 'removed') return false
  return [...before, ...after].every(
    ({ tag, text, links, pictures }) =>
      controlTags.has(tag) && links.length === 0 && pictures === undefined && isInterface(text),
  )
}

/** Menus of hundreds of entries must not crowd out the content. */
function contentFirst(hunks: Hunk[]): Hunk[] {
  return [...hunks.filter(hunk => !isFramed(hunk)), ...hunks.filter(isFramed)]
}

/** Each changed position once. */
export function placedEditsOf({ hunks }: Digest): PlacedEdit[] {
  const edits = new Map<number, PlacedEdit>()
  for (const { place, edit, words, isReplaced, after } of hunks)
    if (place !== undefined && !edits.has(place))
      edits.set(place, [place, words ?? edit, isReplaced ? 1 : 0, after[0]?.[0] ?? ''])
  return [...edits.values()]
}

/** A text that was removed and another that was added in one place. */
function markReplaced(hunks: DigestHunk[]): DigestHunk[] {
  const removed = new Set(hunks.filter(({ kind }) => kind === 'removed').map(({ place }) => place))
  const added = new Set(hunks.filter(({ kind }) => kind === 'added').map(({ place }) => place))
  const isReplaced = ({ kind, place }: DigestHunk) =>
    place !== undefined && (kind === 'added' || kind === 'removed') && removed.has(place) && added.has(place)
  return hunks.map(hunk => (isReplaced(hunk) ? { ...hunk, isReplaced: true } : hunk))
}

const fewestHosts = 3

/**
 * A site that changes its name, or switches to absolute links, changes the host of many links, including those of its
 * menus.
 */
function markMovedHosts(hunks: DigestHunk[], compared: Hunk[]): DigestHunk[] {
  const hostOnly = hunks.map((_, at) => isHostOnly(compared[at] as Hunk))
  const isInFrame = hunks.some((hunk, at) => hostOnly[at] && hunk.isFrame)
  if (!isInFrame || hostOnly.filter(Boolean).length < fewestHosts) return hunks
  return hunks.map((hunk, at) => (hostOnly[at] ? { ...hunk, only: 'hosts' } : hunk))
}

function isHostOnly(hunk: Hunk): boolean {
  if (hunk.kind !== 'link') return false
  const paths = (blocks: ComparedBlock[]) => blocks.flatMap(block => block.links.map(withoutHost)).join(' ')
  return paths(hunk.before) === paths(hunk.after)
}

function withoutHost(address: string): string {
  return address.replace(/^https?:\/\/[^/]*/, '')
}

function digestHunk(hunk: Hunk, room: { marks: number }): DigestHunk {
  const before = hunk.before.map(block => block.text).join('\n')
  const after = hunk.after.map(block => block.text).join('\n')
  const [gone, come] = [linksOf(hunk.before), linksOf(hunk.after)]
  const was = withoutItems(gone, come)
  const to = withoutItems(come, gone)
  const links = Math.max(was.length, to.length)
  const anchors = Math.max(was.filter(isAnchor).length, to.filter(isAnchor).length)
  const { place, label, entry, tag } = (hunk.after[0] ?? hunk.before[0]) as ComparedBlock
  // Numbers in the title of an entry belong to its subject.
  const isTitle = entry !== undefined && hunk.after[0]?.tag === 'h3'
  const only = links === 0 && hunk.kind === 'changed' && !isTitle ? onlyOf(before, after, label) : undefined
  const hasContacts = before !== after && hasOtherContacts(before, after)
  const words = hunk.kind === 'changed' ? wordsAround(before, after) : undefined
  return {
    kind: hunk.kind,
    edit: shortHash(numbersOf(hunk, words, links, only) ?? editOf(hunk, before, after, was, to)),
    before: marksOf(hunk.before, room),
    after: marksOf(hunk.after, room),
    added: hunk.addedChars,
    removed: hunk.removedChars,
    links,
    pictures: changedPictures(hunk),
    to: addressesOf(to),
    was: addressesOf(was),
    isFrame: isFramed(hunk),
    ...(anchors > 0 && { anchors }),
    ...(entry && { isEntry: true }),
    ...(entry && tag === 'p' && { isEntryText: true }),
    ...(only && { only }),
    ...(hasContacts && { hasContacts }),
    ...(place !== undefined && { place }),
    ...(hunk.kind === 'changed' && words === undefined && isReplacedText(hunk) && { isReplaced: true }),
    ...(words !== undefined && { words: shortHash(words) }),
    ...(label && { isLabelled: true as const }),
  }
}

/** Words of another text are common to any two texts of one language. */
const commonShare = 0.4

/** Whether a changed text has little in common with the one that was in its place. */
export function isReplacedText({ runs = [] }: Pick<Hunk, 'runs'>): boolean {
  const chars = { same: 0, added: 0, removed: 0 }
  for (const { op, text } of runs) chars[op] += text.length
  return runs.length > 0 && chars.same < commonShare * (chars.same + Math.max(chars.added, chars.removed))
}

/** A target within the page is not related to other pages. */
export const isAnchor = (target: string) => target.startsWith('#')

function addressesOf(targets: string[]): string[] {
  return targets
    .filter(target => !isAnchor(target))
    .slice(0, maxTargets)
    .map(hashAddress)
}

/** At least one mark of every hunk: without any, the hunk could not be judged. */
function marksOf(blocks: ComparedBlock[], room: { marks: number }): BlockMark[] {
  const count = Math.min(blocks.length, maxHunkMarks, Math.max(1, room.marks))
  room.marks -= count
  return blocks.slice(0, count).map(({ text }) => {
    // units: only hashed
    const prefix = text.length > prefixChars ? shortHash(text.slice(0, prefixChars)) : ''
    return [shortHash(text), prefix, text.length]
  })
}

/**
 * A counter has another value on every page, in the same words: it is hashed without its numbers. Numbers in a sentence
 * are the same edit only in that sentence.
 */
function numbersOf(
  hunk: Hunk,
  words: string | undefined,
  links: number,
  only: SoleChange | undefined,
): string | undefined {
  if (links > 0 || words === undefined) return undefined
  return `numbers ${words}${only ? '' : changedRunsText(hunk.runs ?? [])}`
}

function editOf(hunk: Hunk, before: string, after: string, was: string[], to: string[]): string {
  if (hunk.kind === 'added' || hunk.kind === 'removed') return `${hunk.kind} ${before}${after}`
  if (hunk.kind === 'heading') return `heading ${before}`
  if (hunk.kind === 'picture')
    return `picture ${runsOf(spaceAddresses(picturesOf(hunk.before)), spaceAddresses(picturesOf(hunk.after)))}`
  const text = hunk.runs ? changedRunsText(hunk.runs) : before === after ? '' : runsOf(before, after)
  return `${text} ${runsOf(spaceAddresses(was), spaceAddresses(to))}`
}

const maxEditChars = 20_000

function runsOf(before: string, after: string): string {
  return changedRunsText(compareTokens(before.slice(0, maxEditChars), after.slice(0, maxEditChars)))
}

/** Addresses with separated steps, so that `/1.7/2` and `/1.8/2` differ in one step only. */
function spaceAddresses(addresses: string[]): string {
  return addresses.join(' ').replaceAll('/', ' / ')
}

function changedRunsText(runs: TokenRun[]): string {
  return runs
    .filter(run => run.op !== 'same')
    .map(run => `${run.op} ${run.text.trim()}`)
    .join('\n')
}

function linksOf(blocks: ComparedBlock[]): string[] {
  return [...new Set(blocks.flatMap(block => block.links))]
}

function picturesOf(blocks: ComparedBlock[]): string[] {
  return blocks.flatMap(block => block.pictures ?? [])
}

function changedPictures(hunk: Hunk): number {
  const [gone, come] = [picturesOf(hunk.before), picturesOf(hunk.after)]
  return Math.max(withoutItems(gone, come).length, withoutItems(come, gone).length)
}

/** Uses a set because a page may have a hundred thousand links or pictures in one place. */
function withoutItems(list: string[], others: string[]): string[] {
  const left = new Set(others)
  return list.filter(each => !left.has(each))
}

/** Equal for addresses of one page. */
export function hashAddress(address: string): string {
  return shortHash(address.replace(/#.*$/, ''))
}

function shortHash(text: string): string {
  return createHash('sha1').update(text).digest('base64url').slice(0, 10)
}
