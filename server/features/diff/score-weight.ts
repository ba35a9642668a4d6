import type { DiffReasonCode } from '#contract/diff.api.ts'
import type { DigestHunk } from './digest.ts'

/** The share of a hunk that counts, 0 to 1, and the reason if it is below 1. */
export type HunkWeight = { share: number; code?: DiffReasonCode }

const fullWeight: HunkWeight = { share: 1 }

/** Weight of one hunk on its own, without the rest of the round. */
export function weighHunk(hunk: DigestHunk): HunkWeight {
  // Telephone numbers and addresses of an organisation are often in the footer of its pages.
  if (hunk.isFrame && !hunk.hasContacts) return { share: 0, code: 'frame_damped' }
  if (hunk.added + hunk.removed + hunk.pictures === 0 && hunk.links > 0 && isWordless(hunk))
    return { share: 0, code: 'wordless_links' }
  if (hunk.added + hunk.removed + hunk.links + hunk.pictures === 0 && hunk.kind !== 'heading')
    return { share: 0, code: 'layout' }
  if (hunk.only === 'hosts') return { share: 0, code: 'hosts_only' }
  if (hunk.only === 'dates') return { share: 0, code: 'dates_only' }
  if (hunk.only === 'numbers') return { share: 0, code: 'numbers_only' }
  return fullWeight
}

/** A picture or a symbol with another link target: no text that a reader reads. */
function isWordless(hunk: DigestHunk): boolean {
  return [...hunk.before, ...hunk.after].every(([, , chars]) => chars <= 1)
}
