import type { DigestHunk } from './digest.ts'
import { isKnownFrame, isRepeatedEdit, type Repeats } from './judge-repeats.ts'
import type { DiffFacts } from './score.ts'
import type { HunkWeight } from './score-weight.ts'

/** What a round explains of a place: it is told with other pages. All else is the page's own, however little it counts. */
const explained = new Set(['template_damped', 'listing'])
/** Nothing that a reader of the page reads. */
const unread = new Set(['layout', 'wordless_links', 'hosts_only'])

/** Whether something changed on a page that changed on no other: then it is no member of a cluster. */
export function hasOwn({ digest }: DiffFacts, view: HunkWeight[], index: number, repeats: Repeats): boolean {
  if (digest.omittedChars > 0) return true
  return digest.hunks.some((hunk, at) => isOwn(hunk, view[at] as HunkWeight, index, repeats))
}

function isOwn(hunk: DigestHunk, { share, code = '' }: HunkWeight, index: number, repeats: Repeats): boolean {
  if (isRepeatedEdit(hunk, repeats) || unread.has(code)) return false
  if (hunk.isFrame) return hunk.added + hunk.removed > 0 && !isKnownFrame(hunk, index, repeats)
  return share > 0 || !explained.has(code)
}
