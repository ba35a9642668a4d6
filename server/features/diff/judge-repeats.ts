import type { DiffReasonCode } from '#contract/diff.api.ts'
import { type BlockMark, type DigestHunk, hashAddress } from './digest.ts'
import { noHistory } from './judge-volatile.ts'
import type { RoundDiff } from './round-diff.ts'

type Pages = Map<string, Set<number>>
/** Added and removed texts of a round, each with the indexes of the differences (pages) that contain it. */
export type Repeats = {
  /** Texts that pages gained or lost; entirely added or removed pages are separate. */
  came: Pages
  gone: Pages
  inNewPages: Pages
  inGonePages: Pages
  edits: Pages
  /** Edits in the frames of pages: a change that occurs there too is a setting of the site. */
  frameEdits: Pages
  /** Link targets that were added to pages and removed from pages. */
  linked: Pages
  unlinked: Pages
  /** Targets of pages that have moved. */
  movedTo: Pages
  /** Texts of the content of new pages, texts that the content of other pages gained, and the differences of feeds. */
  inNewContent: Pages
  inContent: Pages
  feeds: Set<number>
  newAddresses: Set<string>
  goneAddresses: Set<string>
  /** Pages that had an edit in a place in the rounds before, by `placedEdit`. */
  earlier: Map<string, number>
  /** A change on at least this many pages belongs to the site, not to the page. */
  enough: number
}

/**
 * `history`: a round that visits only the pages that are due meets an edit of the template on few pages, the rounds
 * before met it on others.
 */
export function findRepeats(diffs: RoundDiff[], enough: number, history = noHistory): Repeats {
  const repeats: Repeats = {
    came: new Map(),
    gone: new Map(),
    inNewPages: new Map(),
    inGonePages: new Map(),
    edits: new Map(),
    frameEdits: new Map(),
    linked: new Map(),
    unlinked: new Map(),
    movedTo: new Map(),
    inNewContent: new Map(),
    inContent: new Map(),
    feeds: new Set(),
    newAddresses: new Set(),
    goneAddresses: new Set(),
    earlier: new Map(),
    enough,
  }
  for (const { place, edit, with_edit } of history.site) {
    const key = placedEdit(place, edit)
    repeats.earlier.set(key, (repeats.earlier.get(key) ?? 0) + with_edit)
  }
  for (const [index, { facts }] of diffs.entries()) {
    if (facts.change === 'added') repeats.newAddresses.add(hashAddress(facts.url))
    if (facts.change === 'removed') repeats.goneAddresses.add(hashAddress(facts.url))
    if (facts.digest.moved?.isNew) note(repeats.movedTo, facts.digest.moved.to, index)
    for (const hunk of facts.digest.hunks) {
      if (facts.change === 'added' && !hunk.isFrame) noteAll(repeats.inNewContent, hunk.after, index)
      if (facts.change === 'added') noteAll(repeats.inNewPages, hunk.after, index)
      else if (facts.change === 'removed') noteAll(repeats.inGonePages, hunk.before, index)
      else {
        noteAll(repeats.came, hunk.after, index, false)
        noteAll(repeats.gone, hunk.before, index, false)
        note(repeats.edits, hunk.edit, index)
        if (hunk.isEntry) repeats.feeds.add(index)
        if (!hunk.isFrame) noteAll(repeats.inContent, hunk.after, index, false)
        if (hunk.isFrame) note(repeats.frameEdits, hunk.edit, index)
        else {
          for (const target of hunk.to) note(repeats.linked, target, index)
          for (const target of hunk.was) note(repeats.unlinked, target, index)
        }
      }
    }
  }
  return repeats
}

/**
 * An entry is added to or removed from at most this many lists at a time: its page of the archive, the home page in
 * each language.
 */
const fewPlaces = 4
/** A shorter text without a link is a value, which other pages gain or lose by chance. */
const fewestOfEntry = 24

/** Reason why an added or removed text is no change of the page itself; undefined if there is none. */
export function explainMark(
  mark: BlockMark,
  hunk: DigestHunk,
  index: number,
  side: 'before' | 'after',
  repeats: Repeats,
): DiffReasonCode | undefined {
  const [hash, prefix, chars] = mark
  const [same, other, whole] =
    side === 'after'
      ? [repeats.came, repeats.gone, repeats.inNewPages]
      : [repeats.gone, repeats.came, repeats.inGonePages]
  const places = same.get(hash)?.size ?? 0
  const isValue = chars < fewestOfEntry && hunk.kind === 'changed' && hunk.to.length + hunk.was.length === 0
  const isEntry = !isValue && hasOther(other, hash, index)
  if (places <= fewPlaces && (isEntry || whole.has(hash) || whole.has(prefix))) return 'listing'
  if (places >= repeats.enough) return 'template_damped'
  return undefined
}

/** Whether the links follow list entries from page to page, or lead to pages that were added or removed. */
export function isShiftedLink(hunk: DigestHunk, index: number, repeats: Repeats): boolean {
  const isShifted = (target: string, from: Pages, whole: Set<string>) =>
    whole.has(target) || from.has(target) || hasOther(repeats.linked, target, index)
  return (
    hunk.to.length + hunk.was.length > 0 &&
    hunk.to.every(target => isShifted(target, repeats.unlinked, repeats.newAddresses)) &&
    hunk.was.every(
      target => isShifted(target, repeats.linked, repeats.goneAddresses) || hasOther(repeats.unlinked, target, index),
    )
  )
}

const enoughFrames = 3

export function isRepeatedEdit(hunk: DigestHunk, repeats: Repeats): boolean {
  return (
    (repeats.edits.get(hunk.edit)?.size ?? 0) + pagesBefore(hunk, repeats) >= repeats.enough ||
    (repeats.frameEdits.get(hunk.edit)?.size ?? 0) >= enoughFrames
  )
}

const placedEdit = (place: number, edit: string): string => `${place} ${edit}`

/** Pages with the same edit in the same place in the rounds before. Numbers that differ make no edit the same. */
function pagesBefore({ place, edit, words }: DigestHunk, { earlier }: Repeats): number {
  return place === undefined || words !== undefined ? 0 : (earlier.get(placedEdit(place, edit)) ?? 0)
}

/** A text of the frame that other pages gained or lost as well, in any edit. */
export function isKnownFrame(hunk: DigestHunk, index: number, repeats: Repeats): boolean {
  const isKnown = ([hash, , chars]: BlockMark) =>
    chars === 0 || hasOther(repeats.came, hash, index) || hasOther(repeats.gone, hash, index)
  return hunk.before.every(isKnown) && hunk.after.every(isKnown)
}

/** An entry of a list: it leads to a page that was added or removed in this round and repeats a text of it. */
export function isListEntry(hunk: DigestHunk, repeats: Repeats): boolean {
  const leads = (targets: string[], pages: Set<string>) => targets.some(target => pages.has(target))
  const tells = (marks: BlockMark[], pages: Pages) =>
    marks.some(([hash, prefix, chars]) => chars > 0 && (pages.has(hash) || pages.has(prefix)))
  return (
    (leads(hunk.to, repeats.newAddresses) && tells(hunk.after, repeats.inNewPages)) ||
    (leads(hunk.was, repeats.goneAddresses) && tells(hunk.before, repeats.inGonePages))
  )
}

/**
 * An entry of a feed that another page of the round reports: its title is the title of a new page, another feed has the
 * same entry, or its page has the same correction.
 */
export function isReportedEntry(hunk: DigestHunk, index: number, repeats: Repeats): boolean {
  if (!hunk.isEntry) return false
  const [title] = hunk.kind === 'removed' ? hunk.before : hunk.after
  if (!title || title[2] === 0) return false
  const [hash, prefix] = title
  if (hunk.kind === 'added' && (repeats.inNewContent.has(hash) || repeats.inNewContent.has(prefix))) return true
  if (hunk.isEntryText && hunk.kind !== 'changed') {
    const texts = hunk.kind === 'removed' ? hunk.before : hunk.after
    const places = hunk.kind === 'removed' ? repeats.gone : repeats.inContent
    if (texts.every(([text]) => hasOtherPage(places, text, index, repeats))) return true
  }
  const pages = hunk.kind === 'removed' ? repeats.gone : hunk.kind === 'changed' ? repeats.inContent : repeats.came
  for (const other of pages.get(hash) ?? [])
    if (other !== index && (repeats.feeds.has(other) ? other < index : hunk.kind === 'changed')) return true
  return false
}

function hasOtherPage(places: Pages, text: string, index: number, { feeds }: Repeats): boolean {
  for (const other of places.get(text) ?? []) if (other !== index && !feeds.has(other)) return true
  return false
}

/**
 * Number of pages of the round with this edit, or with the most common of its texts; of several texts that came or went
 * together, the longest counts: a date below an entry may be on any page.
 */
export function pagesWith(hunk: DigestHunk, repeats: Repeats): number {
  let most = repeats.edits.get(hunk.edit)?.size ?? 1
  for (const [hash] of mainMarks(hunk.after)) most = Math.max(most, repeats.came.get(hash)?.size ?? 0)
  for (const [hash] of mainMarks(hunk.before)) most = Math.max(most, repeats.gone.get(hash)?.size ?? 0)
  return most
}

function mainMarks(marks: readonly BlockMark[]): readonly BlockMark[] {
  const longest = marks.reduce((most, [, , chars]) => Math.max(most, chars), 0)
  return marks.filter(([, , chars]) => chars === longest)
}

function noteAll(pages: Pages, marks: BlockMark[], index: number, withPrefix = true): void {
  for (const [hash, prefix, chars] of marks) {
    if (chars === 0) continue
    note(pages, hash, index)
    if (withPrefix && prefix !== '') note(pages, prefix, index)
  }
}

function note(pages: Pages, key: string, index: number): void {
  const found = pages.get(key)
  if (found) found.add(index)
  else pages.set(key, new Set([index]))
}

function hasOther(pages: Pages, key: string, index: number): boolean {
  const found = pages.get(key)
  return found !== undefined && (found.size > 1 || !found.has(index))
}
