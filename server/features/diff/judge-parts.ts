import type { RoundDiff } from './round-diff.ts'

/**
 * Differences in which an edit has the same part on every page: the frame, if it is in the frame of at least half of
 * its pages. A page whose own texts move the border between body and frame would otherwise leave the cluster.
 */
export function alignParts(diffs: RoundDiff[]): RoundDiff[] {
  const counts = new Map<string, { frame: number; body: number; isBoth: boolean }>()
  for (const { facts } of diffs) {
    const here = new Map<string, { frame: boolean; body: boolean }>()
    for (const { edit, isFrame } of facts.digest.hunks) {
      const part = here.get(edit) ?? { frame: false, body: false }
      part[isFrame ? 'frame' : 'body'] = true
      here.set(edit, part)
    }
    for (const [edit, { frame, body }] of here) {
      const count = counts.get(edit) ?? { frame: 0, body: 0, isBoth: false }
      if (frame) count.frame += 1
      if (body) count.body += 1
      if (frame && body) count.isBoth = true
      counts.set(edit, count)
    }
  }
  const mixed = new Map([...counts].filter(([, { frame, body, isBoth }]) => !isBoth && frame > 0 && body > 0))
  if (mixed.size === 0) return diffs
  return diffs.map(diff => {
    const { digest } = diff.facts
    if (!digest.hunks.some(({ edit }) => mixed.has(edit))) return diff
    const hunks = digest.hunks.map(hunk => {
      const count = mixed.get(hunk.edit)
      return count ? { ...hunk, isFrame: count.frame >= count.body } : hunk
    })
    return { ...diff, facts: { ...diff.facts, digest: { ...digest, hunks } } }
  })
}
