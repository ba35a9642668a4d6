import type { DigestHunk } from './digest.ts'
import type { RoundDiff } from './round-diff.ts'

/**
 * Differences in which an edit of one place has the same part on every page: the body, if it is in the body of any. A page
 * whose own texts move the border between body and frame would otherwise leave the cluster. An edit that is in both parts
 * of one page, such as a link of the menu and of a sentence, keeps its parts; so does one in other places, such as an
 * entry of a list that is in the sidebars of other pages.
 */
export function alignParts(diffs: RoundDiff[]): RoundDiff[] {
  const inBody = new Set<string>()
  const inFrame = new Set<string>()
  const inBoth = new Set<string>()
  for (const { facts } of diffs) {
    const own = { body: new Set<string>(), frame: new Set<string>() }
    for (const hunk of facts.digest.hunks) own[hunk.isFrame ? 'frame' : 'body'].add(keyOf(hunk))
    for (const key of own.body) {
      inBody.add(key)
      if (own.frame.has(key)) inBoth.add(key)
    }
    for (const key of own.frame) inFrame.add(key)
  }
  const isMixed = (hunk: DigestHunk) => {
    const key = keyOf(hunk)
    return inBody.has(key) && inFrame.has(key) && !inBoth.has(key)
  }
  return diffs.map(diff => {
    const { digest } = diff.facts
    if (!digest.hunks.some(hunk => hunk.isFrame && isMixed(hunk))) return diff
    const hunks = digest.hunks.map(hunk => (isMixed(hunk) ? { ...hunk, isFrame: false } : hunk))
    return { ...diff, facts: { ...diff.facts, digest: { ...digest, hunks } } }
  })
}

const keyOf = ({ edit, place }: DigestHunk): string => `${place ?? ''} ${edit}`
