import { mergeRecords, undoMerge } from '#contract/duplicate.api.ts'
import { getEvent } from '#contract/event.api.ts'
import { getOg } from '#contract/og.api.ts'
import { getPerson } from '#contract/person.api.ts'
import { type GameAct, idParams, noOutcome, note, randomThing, ratingOf, type Turn } from '../game.ts'
import { accessOf, moveBack, moveLinks } from '../merging.ts'
import { type ModelMerge, mayDelete, mayRead, mayUpdate, statusOf, type Thing } from '../world.ts'

const getting = { og: getOg, person: getPerson, event: getEvent }

/** The revision that an administrator sees; reading it creates an audit entry. */
async function revOf({ world, users }: Turn, thing: Thing): Promise<number> {
  const admin = users.find(user => user.role === 'admin')!
  const answer = await admin.client.call(getting[thing.noun], idParams(thing.id))
  world.read(admin, thing)
  return answer.status === 200 ? (answer.body.data as { rev: number }).rev : 0
}

export const merge: GameAct = async turn => {
  const { world, user, random } = turn
  const noun = randomThing(turn)
  const there = world.all(noun).filter(thing => !thing.isDeleted && !world.hasClaims(thing))
  const own = there.filter(thing => mayDelete(user, thing))
  const fit = random() < 0.7 && own.length > 1 ? own : there
  if (fit.length < 2) return noOutcome
  const all = [...new Set([turn.one(fit), turn.one(fit), ...(random() < 0.3 ? [turn.one(fit)] : [])])]
  const [target, ...sources] = all
  if (!target || sources.length === 0) return noOutcome
  const revs = new Map<Thing, number>()
  for (const thing of all) revs.set(thing, await revOf(turn, thing))
  const taken = random() < 0.5 ? sources[0]! : undefined
  const isLabelled = noun !== 'og' && random() < 0.5
  const fields = {
    ...(taken && { region: taken.id, [ratingOf[noun]]: taken.id }),
    ...(isLabelled && { labels: 'all' as const }),
  }
  const expected = expectedOf(turn, target, sources)
  const sent = sources.map(thing => ({ id: thing.id, rev: revs.get(thing)! }))
  const body = { noun, target_id: target.id, target_rev: revs.get(target)!, sources: sent, fields }
  const answer = await user.client.call(mergeRecords, { body })
  if (answer.status === 200) {
    const after = {
      ...(taken && { region: taken.region, rating: taken.rating }),
      ...(isLabelled && { labels: [...new Set(all.flatMap(thing => thing.labels))] }),
      ...accessOf(all, user.id),
    }
    const before = pick(target, Object.keys(after))
    Object.assign(target, after)
    for (const source of sources) Object.assign(source, { isDeleted: true, mergedInto: target.id })
    const moved = moveLinks(world, target, sources)
    world.merges.push({ id: answer.body.data.id, target, sources, before, after, moved, isUndone: false })
    note(turn, 'merge', all, { fields: ['merged_into'] })
  }
  const what = `merge ${sources.map(source => source.id)} into ${noun} ${target.id}`
  return { isDone: answer.status === 200, differences: turn.differ(what, expected, answer.status) }
}

/**
 * Expected status of a merge: it requires updating the target and deleting the sources. A missing record takes
 * precedence over a forbidden one.
 */
function expectedOf({ user }: Turn, target: Thing, sources: readonly Thing[]): number {
  if (user.role === 'reader') return 403
  if ([target, ...sources].some(thing => thing.isDeleted || !mayRead(user, thing))) return 404
  return mayUpdate(user, target) && sources.every(source => mayDelete(user, source)) ? 200 : 403
}

const pick = (thing: Thing, fields: readonly string[]): Partial<Thing> =>
  Object.fromEntries(fields.map(field => [field, thing[field as keyof Thing]]))
const sameText = (one: unknown, other: unknown) => textOf(one) === textOf(other)
const textOf = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
const access = ['owner', 'read_user', 'write_user']

export const undo: GameAct = async turn => {
  const { world, user } = turn
  const open = world.merges.filter(each => !each.isUndone)
  const known = open.length > 0 && turn.random() < 0.8 ? open : world.merges
  if (known.length === 0) return noOutcome
  const merge = turn.one(known)
  const expected = expectedOfUndo(turn, merge)
  const { status } = await user.client.call(undoMerge, idParams(merge.id))
  if (status === 200) {
    const { target, sources, before, after } = merge
    const isUntouched = (field: string) => sameText(target[field as keyof Thing], after[field as keyof Thing])
    const changed = Object.keys(after).filter(
      field => !sameText(before[field as keyof Thing], after[field as keyof Thing]),
    )
    // Access fields are restored together or not at all.
    const isAccessUntouched = changed.filter(field => access.includes(field)).every(isUntouched)
    const back = changed.filter(field => (access.includes(field) ? isAccessUntouched : isUntouched(field)))
    Object.assign(target, Object.fromEntries(back.map(field => [field, before[field as keyof Thing]])))
    for (const source of sources) Object.assign(source, { isDeleted: false, mergedInto: null })
    moveBack(world, merge.moved)
    merge.isUndone = true
    note(turn, 'unmerge', [target, ...sources], { fields: ['merged_into'] })
  }
  return { isDone: status === 200, differences: turn.differ(`undo merge ${merge.id}`, expected, status) }
}

/** The latest merge has to be undone first. */
function expectedOfUndo({ world, user }: Turn, { id, target, sources, isUndone }: ModelMerge): number {
  const all = [target, ...sources]
  if (user.role === 'reader') return 403
  if (all.some(thing => !mayRead(user, thing))) return 404
  if (!mayUpdate(user, target) || sources.some(source => !mayDelete(user, source))) return 403
  const isCovered = world.merges.some(
    later => later.id > id && !later.isUndone && [later.target, ...later.sources].some(thing => all.includes(thing)),
  )
  if (isUndone || isCovered) return 409
  return statusOf(user, target, mayUpdate) === 404 ? 409 : 200
}
