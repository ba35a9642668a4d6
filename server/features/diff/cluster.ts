/**
 * Joins differences that share a repeated edit, also by way of a third, to one cluster: its key is the edit that comes
 * first in the alphabet of hashes, so that it does not depend on the order of pages.
 */
export function joinClusters(edits: string[][]): (string | null)[] {
  const parents = new Map<string, string>()
  for (const list of edits) {
    const [first] = list
    for (const edit of list) join(parents, edit, first as string)
  }
  return edits.map(([first]) => (first === undefined ? null : rootOf(parents, first)))
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
