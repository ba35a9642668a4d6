import { updateEvent } from '#contract/event.api.ts'
import { createMembership, deleteMembership } from '#contract/membership.api.ts'
import { createOgRelation, deleteOgRelation, updateOgRelation } from '#contract/og_relation.api.ts'
import { anyOf, endsOf, type GameAct, idParams, noOutcome, note, noteLink, stakeEnds, thingsAt } from '../game.ts'
import {
  isSameThing,
  mayUpdate,
  type PercentRange,
  type Stake,
  statusOf,
  statusOfLink,
  type ThingRef,
  thingKey,
} from '../world.ts'

export const join: GameAct = async turn => {
  const { world, user } = turn
  const [person, og] = [anyOf(turn, world.all('person')), anyOf(turn, world.all('og'))]
  if (!person || !og) return noOutcome
  const role = `role ${Math.floor(turn.random() * 1_000_000)}`
  const expected = statusOfLink(user, [person, og], 422)
  const answer = await user.client.call(createMembership, { body: { person_id: person.id, og_id: og.id, role } })
  if (answer.status === 200) {
    const link = { id: answer.body.data.id, person: person.id, og: og.id, role }
    world.memberships.set(link.id, link)
    noteLink(turn, endsOf(link))
  }
  const differences = turn.differ(`join ${person.id} ${og.id}`, expected, answer.status)
  return { isDone: answer.status === 200, differences }
}

export const removeMembership: GameAct = async turn => {
  const { world, user } = turn
  if (world.memberships.size === 0) return noOutcome
  const link = turn.one([...world.memberships.values()])
  const expected = statusOfLink(user, thingsAt(world, endsOf(link)), 404)
  const { status } = await user.client.call(deleteMembership, idParams(link.id))
  if (status === 200) {
    world.memberships.delete(link.id)
    noteLink(turn, endsOf(link))
  }
  return { isDone: status === 200, differences: turn.differ(`leave ${link.id}`, expected, status) }
}

function shareAt(random: () => number): PercentRange | null {
  if (random() < 0.1) return null
  const min = Math.floor(random() * 4) * 20 + 10
  return { min, max: random() < 0.6 ? min : min + Math.floor(random() * (100 - min)) }
}
const sentShare = (share: PercentRange | null) => ({ share_min: share?.min ?? null, share_max: share?.max ?? null })

/**
 * Organisations hold one another in chains and rings, persons hold organisations; there are fewer holdings than
 * organisations.
 */
export const addHolding: GameAct = async turn => {
  const { world, user, one, random } = turn
  const ogs = world.all('og')
  const noun = random() < 0.7 ? 'og' : 'person'
  // Sometimes adds a further holding between the same parties: a different share, from a different year.
  const before = random() < 0.3 && world.stakes.size > 0 ? one([...world.stakes.values()]) : undefined
  const og = before ? world.get('og', before.og) : anyOf(turn, ogs)
  const from =
    before?.from ??
    anyOf(
      turn,
      world.all(noun).filter(thing => thing !== og),
    )
  if (!og || !from || world.stakes.size > ogs.length) return noOutcome
  const type: Stake['type'] = random() < 0.85 ? 'owns' : 'controls'
  const share = type === 'owns' ? shareAt(random) : null
  const start = one([null, null, '2001', '2010', '2999'])
  const end = start !== '2999' && random() < 0.1 ? '2019' : null
  const holder = { noun: from.noun === 'person' ? 'person' : 'og', id: from.id } as const
  const stake = { from: holder, og: og.id, type, share, start, end }
  const isKnown = [...world.stakes.values()].some(
    each => each.og === og.id && each.type === type && each.start === start && isSameThing(each.from, holder),
  )
  if (isKnown) return noOutcome
  const expected = statusOfLink(user, thingsAt(world, stakeEnds(stake)), 422)
  const dates = { start_time: start, end_time: end }
  const body = { from: holder, og_id: og.id, type, ...dates, ...(type === 'owns' && sentShare(share)) }
  const answer = await user.client.call(createOgRelation, { body })
  if (answer.status === 200) {
    const { id } = answer.body.data
    world.stakes.set(id, { ...stake, id })
    noteLink(turn, stakeEnds(stake))
  }
  const what = `hold ${thingKey(holder)} ${og.id}`
  return { isDone: answer.status === 200, differences: turn.differ(what, expected, answer.status) }
}

const isOwning = (stake: Stake) => stake.type === 'owns'

export const changeShare: GameAct = async turn => {
  const { world, user } = turn
  const owning = [...world.stakes.values()].filter(isOwning)
  if (owning.length === 0) return noOutcome
  const stake = turn.one(owning)
  const share = shareAt(turn.random)
  const expected = statusOfLink(user, thingsAt(world, stakeEnds(stake)), 404)
  const { status } = await user.client.call(updateOgRelation, { ...idParams(stake.id), body: sentShare(share) })
  if (status === 200) {
    if (JSON.stringify(share) !== JSON.stringify(stake.share)) noteLink(turn, stakeEnds(stake))
    stake.share = share
  }
  return { isDone: status === 200, differences: turn.differ(`share ${stake.id}`, expected, status) }
}

export const letGo: GameAct = async turn => {
  const { world, user } = turn
  if (world.stakes.size === 0) return noOutcome
  const stake = turn.one([...world.stakes.values()])
  const expected = statusOfLink(user, thingsAt(world, stakeEnds(stake)), 404)
  const { status } = await user.client.call(deleteOgRelation, idParams(stake.id))
  if (status === 200) {
    world.stakes.delete(stake.id)
    noteLink(turn, stakeEnds(stake))
  }
  return { isDone: status === 200, differences: turn.differ(`let go ${stake.id}`, expected, status) }
}

/** The links of an event are replaced as far as the writer sees them; others stay. */
export const nameInEvent: GameAct = async turn => {
  const { world, user, one, random } = turn
  const event = anyOf(turn, world.all('event'))
  const noun = one(['og', 'person'] as const)
  const known = world.all(noun)
  if (!event || known.length === 0) return noOutcome
  const wanted = [...new Set(Array.from({ length: Math.floor(random() * 3) }, () => anyOf(turn, known)!))]
  const named = world
    .links(user)
    .namings.filter(naming => naming.event === event.id && naming.to.noun === noun)
    .map(naming => naming.to.id)
  const added = wanted.filter(thing => !named.includes(thing.id))
  const status = statusOf(user, event, mayUpdate)
  const expected = status === 200 && added.some(thing => !world.sees(user, thing)) ? 422 : status
  const body = { [{ og: 'ogs', person: 'persons' }[noun]]: wanted.map(thing => thing.id) }
  const answer = await user.client.call(updateEvent, { ...idParams(event.id), body })
  if (answer.status === 200) {
    const removed = named.filter(id => !wanted.some(thing => thing.id === id))
    const links: ThingRef[] = [...added.map(thing => thing.id), ...removed].map(id => ({ noun, id }))
    for (const to of links) world.unname({ event: event.id, to })
    for (const { id } of added) world.name({ event: event.id, to: { noun, id } })
    if (links.length > 0) note(turn, 'update', [event], { links })
  }
  const differences = turn.differ(`name in event ${event.id}`, expected, answer.status)
  return { isDone: answer.status === 200, differences }
}
