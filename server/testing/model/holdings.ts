// Ownership by brute force: the sum over all paths that pass no node twice. Nothing here calls the product.
import { type ModelReader, type ModelWorld, type PercentRange, type Stake, stakeEnds, type ThingRef } from './world.ts'

/** Maximum number of steps upwards and downwards. */
const depth = 8
export const holderKey = ({ noun, id }: ThingRef) => `${noun === 'person' ? 'p' : 'o'}${id}`
const round = (value: number) => Math.round(value * 1e4) / 1e4
const upTo100 = (value: number) => Math.min(100, round(value))
const today = '2026'
const unknown: PercentRange = { min: 0, max: 100 }

type Holding = { from: string; og: string; share: PercentRange | null }

/**
 * Holdings that this reader sees. Two links between the same parties become one: at least the greater, at most the sum.
 */
function visibleHoldings(world: ModelWorld, reader: ModelReader): Holding[] {
  const inForce = world
    .links(reader)
    .stakes.filter(({ start, end }) => (start ?? '') < today && (end ?? today) >= today)
  const pairs = Map.groupBy(inForce, stake => stakeEnds(stake).map(holderKey).join(' '))
  return [...pairs].map(([key, all]) => {
    const [from = '', og = ''] = key.split(' ')
    const shares = all.filter(({ type }) => type === 'owns').map(({ share }: Stake) => share ?? unknown)
    const min = Math.max(...shares.map(share => share.min))
    const max = upTo100(shares.reduce((sum, share) => sum + share.max, 0))
    return { from, og, share: shares.length > 0 ? { min, max } : null }
  })
}

/** Nodes above or below, with their distance in steps. */
function distances(root: string, holdings: readonly Holding[], isUp: boolean): Map<string, number> {
  const found = new Map([[root, 0]])
  for (const [node, steps] of found)
    for (const each of holdings)
      if (steps < depth && (isUp ? each.og : each.from) === node) {
        const far = isUp ? each.from : each.og
        if (!found.has(far)) found.set(far, steps + 1)
      }
  return found
}

type Ownership = {
  above: string[]
  below: string[]
  /** Nodes without known owners that reach the threshold, certainly or possibly. */
  ultimate: { node: string; share: PercentRange; is_certain: boolean }[]
  /** The joint share of sanctioned parties, if it may be half. */
  sanctioned: PercentRange | null
}

export function ownershipOf(world: ModelWorld, reader: ModelReader, root: ThingRef, threshold: number): Ownership {
  const [key, all] = [holderKey(root), visibleHoldings(world, reader)]
  const up = distances(key, all, true)
  const near = all.filter(({ og }) => (up.get(og) ?? depth) < depth)
  const owning = near.filter(({ share }) => share !== null)
  const sums = new Map<string, PercentRange>()
  const walk = (way: readonly string[], min: number, max: number) => {
    for (const { from, og, share } of owning) {
      if (og !== way.at(-1) || way.includes(from) || way.length > depth || !share) continue
      const [least, most] = [(min * share.min) / 100, (max * share.max) / 100]
      const before = sums.get(from) ?? { min: 0, max: 0 }
      sums.set(from, { min: before.min + least, max: before.max + most })
      walk([...way, from], least, most)
    }
  }
  walk([key], 100, 100)
  const isOpen = (node: string) => node.startsWith('o') && up.get(node) === depth
  const ultimate = [...sums].flatMap(([node, sum]) => {
    const share = { min: upTo100(sum.min), max: upTo100(sum.max) }
    const isLast = !owning.some(({ og }) => og === node) && !isOpen(node)
    return isLast && share.max >= threshold ? [{ node, share, is_certain: share.min >= threshold }] : []
  })
  const others = (found: Map<string, number>) => [...found.keys()].filter(node => node !== key)
  return {
    above: others(up),
    below: others(distances(key, all, false)),
    ultimate,
    sanctioned: root.noun === 'og' ? sanctionedShare(world, reader, key, near) : null,
  }
}

/**
 * The 50 % rule: an organisation held to half by blocked parties in total is blocked too, repeated until nothing
 * changes.
 */
function blockedOf(sanctioned: readonly string[], holdings: readonly Holding[], by: 'min' | 'max'): Set<string> {
  const blocked = new Set(sanctioned)
  for (let before = -1; before < blocked.size; ) {
    before = blocked.size
    for (const { og } of holdings) if (sanctionedShareIn(og, holdings, blocked)[by] >= 50) blocked.add(og)
  }
  return blocked
}

function sanctionedShareIn(og: string, holdings: readonly Holding[], blocked: ReadonlySet<string>): PercentRange {
  const shares = holdings.flatMap(each => (each.og === og && blocked.has(each.from) && each.share ? [each.share] : []))
  const sum = (bound: 'min' | 'max') => upTo100(shares.reduce((sum, share) => sum + share[bound], 0))
  return { min: sum('min'), max: sum('max') }
}

const sanctionedIn = (world: ModelWorld, reader: ModelReader) =>
  world.seen(reader, 'og').flatMap(thing => (thing.isSanctioned ? [holderKey(thing)] : []))

function sanctionedShare(
  world: ModelWorld,
  reader: ModelReader,
  root: string,
  holdings: readonly Holding[],
): PercentRange | null {
  const there = new Set(holdings.map(({ from }) => from))
  const sanctioned = sanctionedIn(world, reader).filter(node => node !== root && there.has(node))
  const share = {
    min: sanctionedShareIn(root, holdings, blockedOf(sanctioned, holdings, 'min')).min,
    max: sanctionedShareIn(root, holdings, blockedOf(sanctioned, holdings, 'max')).max,
  }
  return share.max >= 50 ? share : null
}

/** Organisations that sanctioned parties own to half and that are not sanctioned themselves. */
export function ownedBySanctioned(world: ModelWorld, reader: ModelReader, by: 'min' | 'max'): string[] {
  const sanctioned = sanctionedIn(world, reader)
  return [...blockedOf(sanctioned, visibleHoldings(world, reader), by)].filter(node => !sanctioned.includes(node))
}
