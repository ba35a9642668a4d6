import { listOgs } from '#contract/og.api.ts'
import { ogOwnership, personOwnership } from '#contract/ownership.api.ts'
import { findPath, ogRelation, personRelation } from '#contract/relation.api.ts'
import { type GameUser, idParams } from '../game.ts'
import { distancesFrom, type Edge, edgesOf } from '../graph.ts'
import { holderKey, ownedBySanctioned, ownershipOf } from '../holdings.ts'
import type { Thing } from '../world.ts'
import { type Judge, joinSorted, judgedName } from './judge.ts'

const pathAtMost = 6

/** Chains of ownership, graphs and paths between two parties, each as every user sees them. */
export async function compareLinks(judge: Judge): Promise<void> {
  for (const user of judge.users) {
    const edges = edgesOf(judge.world, user)
    const nodes = (['og', 'person'] as const).flatMap(noun => judge.world.seen(user, noun))
    for (const [n, node] of nodes.entries()) {
      await graph(judge, user, node, edges)
      await ownership(judge, user, node)
      const other = nodes[(n * 7 + 3) % nodes.length]!
      if (other !== node) await path(judge, user, [node, other], edges)
    }
    for (const [by, bound] of [
      ['certain', 'min'],
      ['possible', 'max'],
    ] as const) {
      const query = { keyword: judge.word, sanctioned_share: by, pageSize: 100 } as never
      const { items, total } = await user.client.get(listOgs, { query })
      const expected = ownedBySanctioned(judge.world, user, bound)
      const what = `${by} owned by sanctioned parties for ${judgedName(user)}`
      judge.compare(`total: ${what}`, expected.length, total)
      if (total <= 100) judge.compare(what, joinSorted(expected), joinSorted(items.map(og => `o${og.id}`)))
    }
  }
}

async function graph({ compare: hold }: Judge, user: GameUser, thing: Thing, edges: readonly Edge[]): Promise<void> {
  const query = { depth: '2', limit: '1000' } as never
  const key = holderKey(thing)
  const answer = await user.client.get(thing.noun === 'og' ? ogRelation : personRelation, {
    ...idParams(thing.id),
    query,
  })
  const near = distancesFrom(key, edges, 2)
  const among = edges.filter(({ ends }) => ends.every(end => near.has(end)))
  const what = `graph of ${key} for ${judgedName(user)}`
  const returned = answer.nodes.map(node => `${holderKey({ noun: node.kind, id: node.id })}:${node.depth}`)
  hold(`nodes: ${what}`, joinSorted([...near].map(([node, steps]) => `${node}:${steps}`)), joinSorted(returned))
  hold(
    `edges: ${what}`,
    joinSorted(among.map(each => each.key)),
    joinSorted(answer.edges.map(each => `${each.kind} ${each.id}`)),
  )
  const degree = edges.filter(({ ends }) => ends.includes(key)).length
  hold(`degree: ${what}`, degree, answer.nodes.find(node => node.depth === 0)?.degree)
}

async function path(
  { compare: hold }: Judge,
  user: GameUser,
  [from, to]: [Thing, Thing],
  edges: readonly Edge[],
): Promise<void> {
  const ends = { from: holderKey(from), to: holderKey(to) }
  const { nodes } = await user.client.get(findPath, { query: ends })
  const steps = distancesFrom(ends.from, edges, pathAtMost).get(ends.to)
  const what = `way from ${ends.from} to ${ends.to} for ${judgedName(user)}`
  hold(what, steps === undefined ? 0 : steps + 1, nodes.length)
  const way = nodes.map(node => holderKey({ noun: node.kind, id: node.id }))
  const isStep = (n: number) => edges.some(({ ends }) => ends.includes(way[n]!) && ends.includes(way[n + 1]!))
  hold(
    `steps: ${what}`,
    true,
    way.slice(1).every((_, n) => isStep(n)),
  )
}

async function ownership({ world, compare: hold }: Judge, user: GameUser, thing: Thing): Promise<void> {
  const endpoint = thing.noun === 'og' ? ogOwnership : personOwnership
  const returned = await user.client.get(endpoint, { ...idParams(thing.id), query: { threshold: '25' } })
  const model = ownershipOf(world, user, thing, 25)
  const what = `ownership of ${holderKey(thing)} for ${judgedName(user)}`
  const nodesOf = (rows: typeof returned.owners) => [...new Set(rows.map(row => row.node))]
  const others = (nodes: readonly string[]) => joinSorted(nodes.filter(node => node !== holderKey(thing)))
  if (!returned.is_cut) {
    hold(`owners: ${what}`, joinSorted(model.above), others(nodesOf(returned.owners)))
    hold(`holdings: ${what}`, joinSorted(model.below), others(nodesOf(returned.holdings)))
  }
  const text = (all: typeof model.ultimate) =>
    joinSorted(all.map(({ node, share, is_certain }) => `${node}:${share.min}-${share.max}:${is_certain}`))
  hold(`ultimate: ${what}`, text(model.ultimate), text(returned.ultimate))
  hold(`sanctioned: ${what}`, JSON.stringify(model.sanctioned), JSON.stringify(returned.sanctioned?.share ?? null))
}
