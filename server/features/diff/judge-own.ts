import type { DigestHunk } from './digest.ts'
import { isKnownFrame, isRepeatedEdit, type Repeats } from './judge-repeats.ts'
import type { DiffFacts } from './score.ts'
import type { HunkWeight } from './score-weight.ts'

/**
 * Reasons by which a round explains a change: it is reported with other pages. Every other change is the page's own,
 * however low its score.
 */
const explainedReasons = new Set(['template_damped', 'listing'])
/** Changes that a reader of the page does not see. */
const unread = new Set(['layout', 'wordless_links', 'hosts_only'])

/** Whether the page has a change that no other page has: then it is no member of a cluster. */
export function hasOwn({ digest }: DiffFacts, view: HunkWeight[], index: number, repeats: Repeats): boolean {
  if (digest.omittedChars > 0) return true
  return digest.hunks.some((hunk, at) => isOwn(hunk, view[at] as HunkWeight, index, repeats))
}

function isOwn(hunk: DigestHunk, { share, code = '' }: HunkWeight, index: number, repeats: Repeats): boolean {
  if (isRepeatedEdit(hunk, repeats) || unread.has(code)) return false
  if (hunk.isFrame) return hunk.added + hunk.removed > 0 && !isKnownFrame(hunk, index, repeats)
  return share > 0 || !explainedReasons.has(code)
}
