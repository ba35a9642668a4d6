// Ownership by brute force: the sum over all paths that pass no node twice. Nothing here calls the product.
import { type Range, type Reader, type Ref, type Stake, stakeEnds, type World } from './world.ts'

/** Maximum number of steps upwards and downwards. */
const depth = 8
export const keyOf = ({ noun, id }: Ref) => `${noun === 'person' ? 'p' : 'o'}${id}`
const round = (value: number) => Math.round(value * 1e4) / 1e4
const upTo100 = (value: number) => Math.min(100, round(value))
const today = '2026'
const unknown: Range = { min: 0, max: 100 }

type Held = { from: string; og: string; share: Range | null }

/**
 * Holdings that this reader sees. Two links between the same parties become one: at least the greater, at most the sum.
 */
function heldBy(world: World, reader: Reader): Held[] {
  const inForce = world
    .links(reader)
    .stakes.filter(({ start, end }) => (start ?? '') < today && (end ?? today) >= today)
  const pairs = Map.groupBy(inForce, stake => stakeEnds(stake).map(keyOf).join(' '))
  return [...pairs].map(([key, all]) => {
    const [from = '', og = ''] = key.split(' ')
    const shares = all.filter(({ type }) => type === 'owns').map(({ share }: Stake) => share ?? unknown)
    const min = Math.max(...shares.map(share => share.min))
    const max = upTo100(shares.reduce((sum, share) => sum + share.max, 0))
    return { from, og, share: shares.length > 0 ? { min, max } : null }
  })
}

/** Nodes above or below, with their distance in steps. */
function distances(root: string, held: readonly Held[], isUp: boolean): Map<string, number> {
  const found = new Map([[root, 0]])
  for (const [node, steps] of found)
    for (const each of held)
      if (steps < depth && (isUp ? each.og : each.from) === node) {
        const far = isUp ? each.from : each.og
        if (!found.has(far)) found.set(far, steps + 1)
      }
  return found
}

export type Ownership = {
  above: string[]
  below: string[]
  /** Nodes without known owners that reach the threshold, certainly or possibly. */
  ultimate: { node: string; share: Range; is_certain: boolean }[]
  /** The joint share of sanctioned parties, if it may be half. */
  sanctioned: Range | null
}

export function ownershipOf(world: World, reader: Reader, root: Ref, threshold: number): Ownership {
  const [key, all] = [keyOf(root), heldBy(world, reader)]
  const up = distances(key, all, true)
  const near = all.filter(({ og }) => (up.get(og) ?? depth) < depth)
  const owning = near.filter(({ share }) => share !== null)
  const sums = new Map<string, Range>()
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
function blockedOf(sanctioned: readonly string[], held: readonly Held[], by: 'min' | 'max'): Set<string> {
  const blocked = new Set(sanctioned)
  for (let before = -1; before < blocked.size; ) {
    before = blocked.size
    for (const { og } of held) if (heldIn(og, held, blocked)[by] >= 50) blocked.add(og)
  }
  return blocked
}

function heldIn(og: string, held: readonly Held[], blocked: ReadonlySet<string>): Range {
  const shares = held.flatMap(each => (each.og === og && blocked.has(each.from) && each.share ? [each.share] : []))
  const sum = (bound: 'min' | 'max') => upTo100(shares.reduce((sum, share) => sum + share[bound], 0))
  return { min: sum('min'), max: sum('max') }
}

const sanctionedIn = (world: World, reader: Reader) =>
  world.seen(reader, 'og').flatMap(thing => (thing.isSanctioned ? [keyOf(thing)] : []))

function sanctionedShare(world: World, reader: Reader, root: string, held: readonly Held[]): Range | null {
  const there = new Set(held.map(({ from }) => from))
  const sanctioned = sanctionedIn(world, reader).filter(node => node !== root && there.has(node))
  const share = {
    min: heldIn(root, held, blockedOf(sanctioned, held, 'min')).min,
    max: heldIn(root, held, blockedOf(sanctioned, held, 'max')).max,
  }
  return share.max >= 50 ? share : null
}

/** Organisations that sanctioned parties own to half and that are not sanctioned themselves. */
export function ownedBySanctioned(world: World, reader: Reader, by: 'min' | 'max'): string[] {
  const sanctioned = sanctionedIn(world, reader)
  return [...blockedOf(sanctioned, heldBy(world, reader), by)].filter(node => !sanctioned.includes(node))
}
