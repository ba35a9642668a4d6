// Links between parties and their distances, by brute force. Nothing here calls the product.
import { holderKey } from './holdings.ts'
import { endsOf, type ModelReader, type ModelWorld, relationEnds, stakeEnds, type ThingRef } from './world.ts'

/** Links between persons and organisations as this reader sees them: `kind id`, and both ends. */
export type Edge = { key: string; ends: [string, string] }

export function edgesOf(world: ModelWorld, reader: ModelReader): Edge[] {
  const { memberships, stakes, relations } = world.links(reader)
  const edge = (key: string, [one, other]: [ThingRef, ThingRef]): Edge => ({
    key,
    ends: [holderKey(one), holderKey(other)],
  })
  return [
    ...memberships.map(link => edge(`membership ${link.id}`, endsOf(link))),
    ...relations.map(link => edge(`relation ${link.id}`, relationEnds(link))),
    ...stakes.map(link => edge(`og_relation ${link.id}`, stakeEnds(link))),
  ]
}

export function distancesFrom(root: string, edges: readonly Edge[], depth: number): Map<string, number> {
  const found = new Map([[root, 0]])
  for (const [node, steps] of found)
    for (const { ends } of edges)
      if (steps < depth && ends.includes(node)) {
        const far = ends[0] === node ? ends[1] : ends[0]
        if (!found.has(far)) found.set(far, steps + 1)
      }
  return found
}
