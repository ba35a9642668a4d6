import type { DigestHunk } from './digest.ts'
import { isRepeatedEdit, type Repeats } from './judge-repeats.ts'
import type { DiffFacts } from './score.ts'

/**
 * Joins differences that share a repeated edit, directly or through a third one, into one cluster. Its key is the
 * alphabetically first edit hash, so that it does not depend on the order of pages.
 */
export function joinClusters(edits: string[][]): (string | null)[] {
  const parents = new Map<string, string>()
  for (const list of edits) {
    const [first] = list
    for (const edit of list) join(parents, edit, first as string)
  }
  return edits.map(([first]) => (first === undefined ? null : rootOf(parents, first)))
}

/**
 * Repeated edits that assign a page to a cluster: those in its content, or those in its frame if its content has none.
 */
export function clusterEdits({ digest }: DiffFacts, repeats: Repeats): string[] {
  const repeated = digest.hunks.filter(hunk => isRepeatedEdit(hunk, repeats))
  const inContent = repeated.filter(hunk => !hunk.isFrame)
  return (inContent.length > 0 ? inContent : repeated).map(keyOf)
}

/** The same edit counts as two if it is in the content of some pages and in the frame of others. */
function keyOf({ edit, isFrame }: DigestHunk): string {
  return isFrame ? `~${edit}` : edit
}

function join(parents: Map<string, string>, one: string, two: string): void {
  const [rootOne, rootTwo] = [rootOf(parents, one), rootOf(parents, two)]
  if (rootOne === rootTwo) return
  const [low, high] = rootOne < rootTwo ? [rootOne, rootTwo] : [rootTwo, rootOne]
  parents.set(high, low)
}

function rootOf(parents: Map<string, string>, edit: string): string {
  let at = edit
  for (let up = parents.get(at); up !== undefined && up !== at; up = parents.get(at)) at = up
  return at
}
