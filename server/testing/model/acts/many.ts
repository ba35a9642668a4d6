import { bulkEvent } from '#contract/event.api.ts'
import { bulkOg } from '#contract/og.api.ts'
import { bulkPerson } from '#contract/person.api.ts'
import { type ActOutcome, type GameAct, noOutcome, note, randomThing, ratingOf, type Turn } from '../game.ts'
import { type MergeableEntity, mayDelete, mayUpdate, type Thing } from '../world.ts'
import { ratingAt, regionAt } from './record.ts'

const endpoints = { og: bulkOg, person: bulkPerson, event: bulkEvent }

type BulkBody = { act: 'update' | 'delete' | 'restore'; patch?: object; expected?: number }
type Plan = {
  noun: MergeableEntity
  /** The records of the model that the filter matches, or the ids name, and that this user may read. */
  meant: readonly Thing[]
  may: (thing: Thing) => boolean
  change: (thing: Thing) => void
}

/**
 * One act on many records; records that the user may not change are skipped and counted. Returns the ids of the changed
 * ones.
 */
async function many(turn: Turn, plan: Plan, sent: BulkBody & object): Promise<ActOutcome & { ids: number[] }> {
  const { user } = turn
  const { noun, meant, may, change } = plan
  const answer = await user.client.call(endpoints[noun], { body: sent } as never)
  const what = `${sent.act} many ${noun}`
  const isStale = sent.expected !== undefined && sent.expected !== meant.length
  const status = user.role === 'reader' ? 403 : isStale ? 409 : 200
  const differences = turn.differ(what, status, answer.status)
  if (answer.status !== 200) return { isDone: false, differences, ids: [] }
  const done = meant.filter(may)
  const data = answer.body.data as { done: number; refused: number; ids: number[] }
  differences.push(
    ...turn.differ(`${what}: done`, done.length, data.done),
    ...turn.differ(`${what}: refused`, meant.length - done.length, data.refused),
    ...turn.differ(`${what}: ids`, idsOf(done), JSON.stringify(data.ids.toSorted((a, b) => a - b))),
  )
  for (const thing of done) change(thing)
  return { isDone: done.length > 0, differences, ids: done.map(({ id }) => id) }
}

const idsOf = (all: readonly Thing[]) => JSON.stringify(all.map(({ id }) => id).toSorted((a, b) => a - b))

function set(turn: Turn, thing: Thing, values: Partial<Thing>): void {
  const isOther = (field: string) =>
    JSON.stringify(thing[field as keyof Thing]) !== JSON.stringify(values[field as keyof Thing])
  const fields = Object.keys(values).filter(isOther)
  Object.assign(thing, values)
  if (fields.length > 0) note(turn, 'update', [thing], { fields })
}

/** Changes region or rating of all records of a region that the user sees; sometimes the expected number is wrong. */
export const changeMany: GameAct = async turn => {
  const { world, user, word, random } = turn
  const noun = randomThing(turn)
  const region = turn.one(['CN', 'FR', 'EG'])
  const meant = world.seen(user, noun).filter(thing => thing.region === region)
  const isRegion = random() < 0.5
  const values = isRegion ? { region: regionAt(turn) } : { rating: ratingAt(noun, random()) }
  const patch = isRegion ? values : { [ratingOf[noun]]: values.rating }
  const expected = meant.length + (random() < 0.1 ? 1 : 0)
  const plan = {
    noun,
    meant,
    may: (thing: Thing) => mayUpdate(user, thing),
    change: (t: Thing) => set(turn, t, values),
  }
  return await many(turn, plan, {
    act: 'update',
    patch,
    expected,
    filter: { keyword: word, region: [region] },
  } as never)
}

const someOf = (turn: Turn, noun: MergeableEntity) =>
  turn.world.all(noun).filter(thing => thing.mergedInto === null && turn.random() < 0.3)

/**
 * Adds labels to the named records; half of the time the same user then removes them from the changed ones, as an undo.
 */
export const labelMany: GameAct = async turn => {
  const { world, user, random } = turn
  const noun = turn.one(['person', 'event'] as const)
  const named = someOf(turn, noun)
  if (named.length === 0) return noOutcome
  const label = `${turn.word} ${turn.one(['red', 'green', 'blue'])}`
  const fresh = new Set(named.filter(thing => !thing.labels.includes(label)))
  const meant = named.filter(thing => world.sees(user, thing))
  const may = (thing: Thing) => mayUpdate(user, thing)
  const add = (t: Thing) => set(turn, t, { labels: [...new Set([...t.labels, label])] })
  const plan = { noun, meant, may, change: add }
  const ids = named.map(({ id }) => id)
  const added = await many(turn, plan, { act: 'update', ids, patch: { add_labels: [label] } } as never)
  const back = meant.filter(thing => added.ids.includes(thing.id) && fresh.has(thing))
  if (back.length === 0 || random() < 0.5) return added
  const takeOff = (t: Thing) => set(turn, t, { labels: t.labels.filter(each => each !== label) })
  const sent = { act: 'update', ids: back.map(({ id }) => id), patch: { remove_labels: [label] } } as never
  const undone = await many(turn, { noun, meant: back, may, change: takeOff }, sent)
  return { isDone: added.isDone, differences: [...added.differences, ...undone.differences] }
}

/** Deletes a few records at once, and usually restores them at once. */
export const deleteMany: GameAct = async turn => {
  const { world, user, random } = turn
  const noun = randomThing(turn)
  const named = someOf(turn, noun).slice(0, 4)
  if (named.length === 0) return noOutcome
  const meant = named.filter(thing => world.sees(user, thing))
  const may = (thing: Thing) => mayDelete(user, thing)
  const become = (act: string, isDeleted: boolean) => (thing: Thing) => {
    thing.isDeleted = isDeleted
    note(turn, act, [thing])
  }
  const gone = await many(turn, { noun, meant, may, change: become('delete', true) }, {
    act: 'delete',
    ids: named.map(({ id }) => id),
  } as never)
  if (gone.ids.length === 0 || random() < 0.2) return gone
  const back = meant.filter(thing => gone.ids.includes(thing.id))
  const plan = { noun, meant: back, may, change: become('restore', false) }
  const undone = await many(turn, plan, { act: 'restore', ids: gone.ids } as never)
  return { isDone: gone.isDone, differences: [...gone.differences, ...undone.differences] }
}
