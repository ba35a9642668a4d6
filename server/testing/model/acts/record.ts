import { createEvent, deleteEvent, restoreEvent, updateEvent } from '#contract/event.api.ts'
import { createOg, deleteOg, restoreOg, updateOg } from '#contract/og.api.ts'
import { createPerson, deletePerson, restorePerson, updatePerson } from '#contract/person.api.ts'
import {
  type ActOutcome,
  anyOf,
  type GameAct,
  idParams,
  noOutcome,
  note,
  randomThing,
  ratingOf,
  type Turn,
  turnTitle,
} from '../game.ts'
import { type MergeableEntity, mayDelete, mayUpdate, statusOf, type Thing } from '../world.ts'

const regions = ['CN', 'FR', 'EG', null]
const creating = { og: createOg, person: createPerson, event: createEvent }
const deleting = { og: deleteOg, person: deletePerson, event: deleteEvent }
const restoring = { og: restoreOg, person: restorePerson, event: restoreEvent }

const ratings: Record<MergeableEntity, { lowest: number; count: number }> = {
  og: { lowest: 0, count: 101 },
  person: { lowest: 0, count: 101 },
  event: { lowest: 1, count: 5 },
}
export const ratingAt = (noun: MergeableEntity, random: number) =>
  ratings[noun].lowest + Math.floor(random * ratings[noun].count)
export const regionAt = (turn: Turn) => turn.one(regions)

/** Ten letters that occur in no other name of the model, and sound like none. */
export function markOf(turn: Turn): string {
  const letter = () => String.fromCharCode(97 + Math.floor(turn.random() * 26))
  return Array.from({ length: 10 }, letter).join('')
}

/** Random access lists; empty ones at least as often as not. */
export function listsOf({ random, one, users }: Turn) {
  return {
    read_user: random() < 0.4 ? [one(users).id] : [],
    write_user: random() < 0.2 ? [one(users).id] : [],
  }
}

const outside = { mergedInto: null, isImported: false }

export const create: GameAct = async turn => {
  const { world, user, word, random } = turn
  const noun = randomThing(turn)
  const mark = markOf(turn)
  const values = { region: regionAt(turn), ...listsOf(turn) }
  const [name, rating] = [`${word} ${noun} ${mark}`, ratingAt(noun, random())]
  const body = { ...values, [turnTitle[noun]]: name, [ratingOf[noun]]: rating }
  const answer = await user.client.call(creating[noun], { body } as never)
  const isDone = answer.status === 200
  if (isDone) {
    const { id } = answer.body.data as { id: number }
    const fresh = { labels: [], isSanctioned: false, owner: user.id, isDeleted: false, ...outside, entries: [] }
    const thing: Thing = { ...values, ...fresh, id, noun, name, mark, rating }
    world.put(thing)
    world.follows.add(`${user.id} ${noun} ${id}`)
    note(turn, 'create', [thing], { fields: ['name'] })
  }
  return { isDone, differences: turn.differ(`create ${noun}`, user.role === 'reader' ? 403 : 200, answer.status) }
}

/** Sends a patch; all fields that differ from the record make one history entry. */
async function patch(turn: Turn, thing: Thing, values: Partial<Thing>, sent: object): Promise<ActOutcome> {
  const { user } = turn
  const { noun, id } = thing
  const { status } = await {
    og: () => user.client.call(updateOg, { body: { id, ...sent } }),
    person: () => user.client.call(updatePerson, { ...idParams(id), body: sent } as never),
    event: () => user.client.call(updateEvent, { ...idParams(id), body: sent } as never),
  }[noun]()
  const expected = statusOf(user, thing, mayUpdate)
  if (status === 200) {
    const isOther = (field: string) =>
      JSON.stringify(thing[field as keyof Thing]) !== JSON.stringify(values[field as keyof Thing])
    const fields = Object.keys(values).filter(isOther)
    Object.assign(thing, values)
    if (fields.length > 0) note(turn, 'update', [thing], { fields })
  }
  return { isDone: status === 200, differences: turn.differ(`update ${noun} ${id}`, expected, status) }
}

export const anyThing = (turn: Turn): Thing | undefined => anyOf(turn, [...turn.world.things.values()])

export const update: GameAct = async turn => {
  const thing = anyThing(turn)
  if (!thing) return noOutcome
  const values = { region: regionAt(turn), rating: ratingAt(thing.noun, turn.random()) }
  return await patch(turn, thing, values, { region: values.region, [ratingOf[thing.noun]]: values.rating })
}

/**
 * Changes the access lists of a record in the middle of the run, by owners, administrators, and others who may write
 * it.
 */
export const changeAccess: GameAct = async turn => {
  const thing = anyThing(turn)
  if (!thing) return noOutcome
  const lists = listsOf(turn)
  return await patch(turn, thing, lists, lists)
}

export const sanction: GameAct = async turn => {
  const og = anyOf(turn, turn.world.all('og'))
  if (!og) return noOutcome
  const isSanctioned = turn.random() < 0.7
  return await patch(turn, og, { isSanctioned }, { danger_level: isSanctioned ? '受制裁' : '待定' })
}

export const remove: GameAct = async turn => {
  const thing = anyThing(turn)
  if (!thing) return noOutcome
  const { noun, id } = thing
  const expected = statusOf(turn.user, thing, mayDelete)
  const { status } = await turn.user.client.call(deleting[noun], idParams(id))
  if (status === 200) {
    thing.isDeleted = true
    note(turn, 'delete', [thing])
  }
  return { isDone: status === 200, differences: turn.differ(`delete ${noun} ${id}`, expected, status) }
}

export const restore: GameAct = async turn => {
  const gone = [...turn.world.things.values()].filter(({ isDeleted, mergedInto }) => isDeleted && mergedInto === null)
  const own = gone.filter(thing => mayDelete(turn.user, thing))
  const wanted = turn.random() < 0.7 && own.length > 0 ? own : gone
  const thing = wanted.length > 0 && turn.random() < 0.9 ? turn.one(wanted) : anyThing(turn)
  if (!thing) return noOutcome
  const { noun, id } = thing
  const isThere = thing.isDeleted && thing.mergedInto === null
  const expected = statusOf(turn.user, { ...thing, isDeleted: !isThere }, mayDelete)
  const { status } = await turn.user.client.call(restoring[noun], idParams(id))
  if (status === 200) {
    thing.isDeleted = false
    note(turn, 'restore', [thing])
  }
  return { isDone: status === 200, differences: turn.differ(`restore ${noun} ${id}`, expected, status) }
}
