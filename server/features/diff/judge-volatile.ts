import type { DigestHunk, PlacedEdit } from './digest.ts'
import type { RoundDiff } from './round-diff.ts'

/** A position in pages of one site that changes in most rounds. */
export type VolatilePlace = {
  place: number
  /** Null: on the pages of the site in general. */
  page_id: number | null
  /** Pages on which it changed in this round. */
  pages: number
  /** The difference and the index of the hunk that show it. */
  sample: { diff: number; hunk: number }
}
/** A decision of a user about such a position: it never counts, or it always counts. */
export type PlaceDecision = { place: number; page_id: number | null; state: 'confirmed' | 'rejected' }

/** Positions that changed in the rounds before the judged one. */
export type PlaceHistory = {
  /** Number of rounds compared, at most `historyRounds`. */
  rounds: number
  /**
   * Changes of one round on at least `fewestPages` pages: the most frequent edit and the pages that have it. `visited`: the
   * pages that the round read, if not all.
   */
  site: readonly { round: number; place: number; pages: number; edit: string; with_edit: number; visited?: number }[]
  /** Changes of the pages that changed in the judged round as well, in the rounds that read each page. */
  pages: readonly { page_id: number; round: number; places: readonly PlacedEdit[] }[]
}
export const noHistory: PlaceHistory = { rounds: 0, site: [], pages: [] }

/** Rounds before the judged one that are considered. */
export const historyRounds = 4
export const fewestPages = 3
/** A position that changes on this share of the pages is part of their template. */
const mostShare = 0.3
/** Pages with the same edit, as a share of those that changed in the place, that make it one edit of the template. */
const sameShare = 0.8
/** Rounds before the judged one in which a position of one page must have changed: replaced, and changed at all. */
const fewestOfPage = 2
const fewestOfDisplay = 3
const displayChars = 80

type Known = { pages: number; history: PlaceHistory; decisions: readonly PlaceDecision[] }

/**
 * Finds positions that change in most rounds: on most pages of the site, or on one page, where its text is replaced or
 * only its numbers change. Contact data and labelled figures are never volatile on a single page.
 */
export function findVolatile(diffs: readonly RoundDiff[], { pages, history, decisions }: Known) {
  const now = countPlaces(diffs)
  const mostOf = (read: number) => Math.max(fewestPages, Math.ceil(read * mostShare))
  const most = mostOf(pages)
  const before = Map.groupBy(
    history.site.filter(each => each.pages >= mostOf(Math.min(pages, each.visited ?? pages))),
    ({ place }) => place,
  )
  const ofPage = indexPages(history)
  const shownBefore = indexTexts(history)
  const displays = findDisplays(diffs)
  const decided = new Map(decisions.map(each => [keyOf(each.page_id, each.place), each.state]))
  const learned = new Map<string, VolatilePlace>()

  function isOfSite({ place, edit, words, hasContacts }: DigestHunk): boolean {
    const earlier = before.get(place as number) ?? []
    const isNow = (now.get(place as number)?.size ?? 0) >= most
    const count = earlier.length + (isNow ? 1 : 0)
    if (count < 2 || count < (history.rounds + (isNow ? 1 : 0)) / 2) return false
    const isUniform = earlier.every(({ pages, with_edit }) => with_edit >= pages * sameShare)
    if (!isUniform) return true
    const edits = new Set(earlier.map(({ edit }) => edit))
    // A counter: the same words around its numbers in every round. Other edits of its place count.
    if (hasContacts) return false
    if (edits.size === 1) return edits.has(words ?? edit)
    // The template was edited: twice may be two corrections.
    return earlier.length >= 2
  }
  function isOfPage(hunk: DigestHunk, pageId: number | undefined): boolean {
    if (pageId === undefined || hunk.hasContacts) return false
    const earlier = ofPage.get(keyOf(pageId, hunk.place as number)) ?? []
    // A figure without a subject that changes in every round is a live display.
    if (hunk.only === 'figures') return !hunk.isLabelled && earlier.length >= fewestOfDisplay
    if (hunk.words !== undefined) return earlier.filter(([, edit]) => edit === hunk.words).length >= fewestOfPage
    if (hunk.isReplaced && earlier.filter(([, , isReplaced]) => isReplaced === 1).length >= fewestOfPage) return true
    if (!isShortChange(hunk)) return false
    // A short line that changes in every round, or goes back and forth between a few words, is a display.
    if (earlier.length >= fewestOfDisplay) return true
    return earlier.length > 0 && (displays.has(hunk.place as number) || shownBefore.has(textKey(hunk)))
  }
  /** Whether the position of a hunk is volatile; notes it as learned. */
  function isVolatile(hunk: DigestHunk, diff: RoundDiff, at: number): boolean {
    const { place } = hunk
    if (place === undefined || diff.facts.change !== 'changed') return false
    for (const pageId of diff.page_id === undefined ? [null] : [null, diff.page_id]) {
      const state = decided.get(keyOf(pageId, place))
      // A decision about the site applies to its pages.
      if (state === 'rejected') return false
      const is = pageId === null ? isOfSite(hunk) : isOfPage(hunk, pageId)
      if (!is && state !== 'confirmed') continue
      if (is && !learned.has(keyOf(pageId, place)))
        learned.set(keyOf(pageId, place), {
          ...{ place, page_id: pageId, pages: pageId === null ? (now.get(place)?.size ?? 1) : 1 },
          sample: { diff: diff.id, hunk: at },
        })
      return true
    }
    return false
  }
  /** Whether a position changed on many pages of this round, or some pages have the texts that others had there. */
  const isCommon = (hunk: DigestHunk): boolean =>
    hunk.place !== undefined &&
    ((now.get(hunk.place)?.size ?? 0) >= most || (isShortChange(hunk) && displays.has(hunk.place)))
  return { isVolatile, isCommon, learned: (): VolatilePlace[] => [...learned.values()] }
}

function countPlaces(diffs: readonly RoundDiff[]): Map<number, Set<number>> {
  const places = new Map<number, Set<number>>()
  for (const [index, { facts }] of diffs.entries()) {
    if (facts.change !== 'changed') continue
    for (const { place } of facts.digest.hunks) {
      if (place === undefined) continue
      const found = places.get(place)
      if (found) found.add(index)
      else places.set(place, new Set([index]))
    }
  }
  return places
}

function indexPages({ pages }: PlaceHistory): Map<string, PlacedEdit[]> {
  const index = new Map<string, PlacedEdit[]>()
  for (const { page_id, places } of pages)
    for (const edit of places) {
      const key = keyOf(page_id, edit[0])
      const found = index.get(key)
      if (found) found.push(edit)
      else index.set(key, [edit])
    }
  return index
}

/** Texts that positions had after earlier changes, on any of the pages. */
function indexTexts({ pages }: PlaceHistory): Set<string> {
  return new Set(pages.flatMap(({ places }) => places.map(([place, , , text]) => `${place} ${text}`)))
}

const textKey = ({ place, after }: DigestHunk): string => `${place} ${after[0]?.[0]}`

function isShortChange({ kind, added, removed, only, hasContacts }: DigestHunk): boolean {
  return kind === 'changed' && added + removed <= displayChars && only !== 'figures' && !hasContacts
}

/**
 * Positions that show one of a few values: on several pages, and each value after is one that another page had before.
 */
function findDisplays(diffs: readonly RoundDiff[]): Set<number> {
  const values = new Map<number, { before: Set<string>; after: Set<string>; pages: number }>()
  for (const { facts } of diffs)
    if (facts.change === 'changed')
      for (const hunk of facts.digest.hunks) {
        const [before, after] = [hunk.before[0]?.[0], hunk.after[0]?.[0]]
        if (hunk.place === undefined || !before || !after || !isShortChange(hunk)) continue
        const found = values.get(hunk.place) ?? { before: new Set(), after: new Set(), pages: 0 }
        values.set(hunk.place, found)
        found.before.add(before)
        found.after.add(after)
        found.pages += 1
      }
  const isDisplay = ({ before, after, pages }: { before: Set<string>; after: Set<string>; pages: number }) =>
    pages >= fewestPages && after.size < pages && [...after].every(text => before.has(text))
  return new Set([...values].filter(([, found]) => isDisplay(found)).map(([place]) => place))
}

const keyOf = (pageId: number | null, place: number): string => `${pageId ?? ''}:${place}`
