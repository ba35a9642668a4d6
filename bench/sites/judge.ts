// Judges the rows of the queue against the truth of a site.
import type { Diff } from '#contract/diff.api.ts'
import type { MustChange, Truth } from './site-data.ts'

/** A row of the queue: one difference, or a cluster with the paths of all its differences. */
export type QueueRow = { round: number; paths: string[]; line: string; reasons: string; score: number }
export type JudgedRow = QueueRow & { verdict: 'true' | 'may' | 'false' }
export type Judged = {
  rows: JudgedRow[]
  seen: { change: MustChange; isShown: boolean; row: QueueRow }[]
  missed: MustChange[]
}

/**
 * The line that the list shows of a change: its kind, then the target of a redirect or else the excerpt. An analyst
 * sees the kind as a mark.
 */
export const firstLine = ({ kind, moved_to, excerpt }: Pick<Diff, 'kind' | 'moved_to' | 'excerpt'>): string =>
  `${kind}: ${moved_to ?? excerpt ?? ''}`

export const reasonsLine = (reasons: Diff['reasons']): string =>
  reasons.map(({ code, value }) => (value === undefined ? code : `${code}=${value}`)).join(' ')

/** Whether a line contains the text, with any spacing and case; a number is never part of a longer one. */
export function showsText(line: string, text: string): boolean {
  const [plainLine, plainText] = [plain(line), plain(text)]
  for (let at = plainLine.indexOf(plainText); at >= 0; at = plainLine.indexOf(plainText, at + 1)) {
    const before = plainLine.slice(Math.max(0, at - 2), at)
    const after = plainLine.slice(at + plainText.length, at + plainText.length + 2)
    const isPart =
      (/^\d/.test(plainText) && /\d[.,]?$/.test(before)) || (/\d$/.test(plainText) && /^[.,]?\d/.test(after))
    if (!isPart) return true
  }
  return false
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** A page that is gone is believed after a second answer, and one that fails after a longer time. */
const pageKinds = new Set(['page_gone', 'page_fails', 'page_moved'])
const removedKinds = new Set(['person_removed', 'entry_removed'])

/** A later row of the page itself, or for an entry of a list the row that its own page is gone. */
const isLate = (change: MustChange, row: QueueRow): boolean =>
  pageKinds.has(change.kind)
    ? row.paths.includes(change.urls[0] as string)
    : removedKinds.has(change.kind) && row.line.startsWith('removed: ')

export function judgeRows(truth: Truth, rows: readonly QueueRow[]): Judged {
  const found = new Map<MustChange, { isShown: boolean; row: QueueRow }>()
  const room = truth.may.map(({ most }) => most)
  const judged = rows.toSorted((a, b) => a.round - b.round).map(row => ({ ...row, verdict: verdictOf(row) }))
  return {
    rows: judged,
    seen: [...found].map(([change, how]) => ({ change, ...how })),
    missed: truth.must.filter(change => !found.has(change)),
  }

  function verdictOf(row: QueueRow): JudgedRow['verdict'] {
    const hits = truth.must.filter(change => isOf(change, row))
    for (const change of hits) {
      const line = pageKinds.has(change.kind) ? `${row.line} ${row.reasons}` : row.line
      const isShown = change.shows.some(text => showsText(line, text))
      const before = found.get(change)
      found.set(change, { isShown: isShown || (before?.isShown ?? false), row: before?.row ?? row })
    }
    if (hits.length > 0) return 'true'
    const at = truth.may.findIndex(
      (may, nth) =>
        (room[nth] as number) > 0 &&
        may.round === row.round &&
        (may.urls.includes('*') || may.urls.includes(row.paths[0] as string)) &&
        (may.shows === undefined || may.shows.some(text => showsText(row.line, text))),
    )
    if (at < 0) return 'false'
    room[at] = (room[at] as number) - 1
    return 'may'
  }

  function isOf(change: MustChange, row: QueueRow): boolean {
    if (!row.paths.some(path => change.urls.includes(path))) return false
    // A cluster is decided by its line: of its other pages it finds only a change that the line shows.
    const isFirst = change.urls.includes(row.paths[0] as string)
    if (!isFirst && !change.shows.some(text => showsText(row.line, text))) return false
    if (change.round === row.round) return true
    return row.round > change.round && !found.has(change) && isLate(change, row)
  }
}
