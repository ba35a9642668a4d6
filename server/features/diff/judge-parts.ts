import type { RoundDiff } from './round-diff.ts'

/**
 * Differences in which an edit has the same part on every page: the body, if it is in the body of any. A page whose own
 * texts move the border between body and frame would otherwise leave the cluster. An edit that is in both parts of one
 * page, such as a link of the menu and of a sentence, keeps its parts.
 */
export function alignParts(diffs: RoundDiff[]): RoundDiff[] {
  const inBody = new Set<string>()
  const inFrame = new Set<string>()
  const inBoth = new Set<string>()
  for (const { facts } of diffs) {
    const own = { body: new Set<string>(), frame: new Set<string>() }
    for (const { edit, isFrame } of facts.digest.hunks) own[isFrame ? 'frame' : 'body'].add(edit)
    for (const edit of own.body) {
      inBody.add(edit)
      if (own.frame.has(edit)) inBoth.add(edit)
    }
    for (const edit of own.frame) inFrame.add(edit)
  }
  const isMixed = (edit: string) => inBody.has(edit) && inFrame.has(edit) && !inBoth.has(edit)
  return diffs.map(diff => {
    const { digest } = diff.facts
    if (!digest.hunks.some(({ edit, isFrame }) => isFrame && isMixed(edit))) return diff
    const hunks = digest.hunks.map(hunk => (isMixed(hunk.edit) ? { ...hunk, isFrame: false } : hunk))
    return { ...diff, facts: { ...diff.facts, digest: { ...digest, hunks } } }
  })
}
