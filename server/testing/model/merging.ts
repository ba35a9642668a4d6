// Effects of a merge on records and links, and of its undoing. Nothing here calls the product.
import {
  isSameThing,
  type ModelLink,
  type ModelWorld,
  type MovedModelLink,
  type Thing,
  type ThingRef,
} from './world.ts'

/**
 * Access of a merged record: only users who could read or write each source may do so for the result; at least one user
 * always can.
 */
export function accessOf(all: readonly Thing[], actor: number): Pick<Thing, 'owner' | 'read_user' | 'write_user'> {
  const common = (lists: number[][]) =>
    lists[0] ? [...new Set(lists[0])].filter(id => lists.every(list => list.includes(id))) : undefined
  const readers = common(all.filter(t => t.read_user.length > 0).map(t => [t.owner, ...t.read_user, ...t.write_user]))
  const writers = common(all.filter(t => t.write_user.length > 0).map(t => [t.owner, ...t.write_user]))?.filter(
    id => !readers || readers.includes(id),
  )
  const [{ owner }] = all as [Thing]
  const isOwnerIn = (list: number[] | undefined) => !list || list.includes(owner)
  const listOf = (list: number[] | undefined) => (list?.length === 0 ? [actor] : (list ?? []))
  return {
    owner: isOwnerIn(readers) && isOwnerIn(writers) ? owner : actor,
    read_user: listOf(readers),
    write_user: listOf(writers),
  }
}

/** Key of links with the same meaning, by kind. */
function linkMeaningKey({ kind, link }: ModelLink): string {
  if (kind === 'membership') return `${kind} ${link.person} ${link.og} ${link.role}`
  if (kind === 'stake') return `${kind} ${link.from.noun} ${link.from.id} ${link.og} ${link.type} ${link.start}`
  if (kind === 'relation') {
    const both = [link.person, link.other]
    return `${kind} ${link.type} ${link.type === 'friend' ? both.toSorted((a, b) => a - b) : both}`
  }
  return `${kind} ${link.event} ${link.to.noun} ${link.to.id}`
}

function linksOf(world: ModelWorld): ModelLink[] {
  return [
    ...[...world.memberships.values()].map(link => ({ kind: 'membership', link }) as const),
    ...[...world.stakes.values()].map(link => ({ kind: 'stake', link }) as const),
    ...[...world.relations.values()].map(link => ({ kind: 'relation', link }) as const),
    ...[...world.namings.values()].map(link => ({ kind: 'naming', link }) as const),
  ]
}

/** The same link with its ends mapped. */
function moveLinkEnds({ kind, link }: ModelLink, change: (end: ThingRef) => ThingRef): ModelLink {
  const og = (id: number) => change({ noun: 'og', id }).id
  if (kind === 'membership')
    return { kind, link: { ...link, og: og(link.og), person: change({ noun: 'person', id: link.person }).id } }
  if (kind === 'stake') return { kind, link: { ...link, from: change(link.from), og: og(link.og) } }
  const person = (id: number) => change({ noun: 'person', id }).id
  if (kind === 'relation') return { kind, link: { ...link, person: person(link.person), other: person(link.other) } }
  return { kind, link: { event: change({ noun: 'event', id: link.event }).id, to: change(link.to) } }
}

/** Among links that become equal, the oldest stays. */
const ageOf = ({ kind, link }: ModelLink) => (kind === 'naming' ? 0 : link.id)

/** Whether a link would connect a record with itself, as owner or relative. */
function isWithItself({ kind, link }: ModelLink): boolean {
  if (kind === 'relation') return link.person === link.other
  return kind === 'stake' && isSameThing(link.from, { noun: 'og', id: link.og })
}

const exactly = (each: ModelLink) => JSON.stringify(each)
const isThere = (world: ModelWorld, wanted: ModelLink) => linksOf(world).some(each => exactly(each) === exactly(wanted))

function take(world: ModelWorld, { kind, link }: ModelLink): void {
  if (kind === 'membership') world.memberships.delete(link.id)
  else if (kind === 'stake') world.stakes.delete(link.id)
  else if (kind === 'relation') world.relations.delete(link.id)
  else world.unname(link)
}

function restoreLink(world: ModelWorld, { kind, link }: ModelLink): void {
  if (kind === 'membership') world.memberships.set(link.id, { ...link })
  else if (kind === 'stake') world.stakes.set(link.id, { ...link })
  else if (kind === 'relation') world.relations.set(link.id, { ...link })
  else world.name(link)
}

/**
 * Moves every link of the sources to the target. Links that would repeat another, or connect the target with itself,
 * are dropped.
 */
export function moveLinks(world: ModelWorld, target: ThingRef, sources: readonly ThingRef[]): MovedModelLink[] {
  const isSource = (end: ThingRef) => sources.some(source => isSameThing(source, end))
  const change = (end: ThingRef) => (isSource(end) ? { noun: target.noun, id: target.id } : end)
  const copies = linksOf(world).map(each => moveLinkEnds(each, end => end))
  const moving = copies.filter(each => exactly(moveLinkEnds(each, change)) !== exactly(each))
  const kept = new Map(copies.filter(each => !moving.includes(each)).map(each => [linkMeaningKey(each), each]))
  const oldestFirst = moving.toSorted((a, b) => ageOf(a) - ageOf(b))
  return oldestFirst.map(before => {
    const after = moveLinkEnds(before, change)
    take(world, before)
    const keptBy = kept.get(linkMeaningKey(after)) ?? null
    if (isWithItself(after)) return { before, after: null, keptBy: null }
    if (keptBy) return { before, after: null, keptBy }
    kept.set(linkMeaningKey(after), after)
    restoreLink(world, after)
    return { before, after, keptBy: null }
  })
}

/** Restores links, except those changed or removed since, and the duplicates that those had replaced. */
export function moveBack(world: ModelWorld, moved: readonly MovedModelLink[]): void {
  const back = moved.filter(({ after, keptBy }) => {
    const remaining = after ?? keptBy
    return remaining === null || isThere(world, remaining)
  })
  for (const { after } of back) if (after) take(world, after)
  for (const { before } of back) restoreLink(world, before)
}
