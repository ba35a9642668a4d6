import { listClaims, stateClaims, withdrawClaim } from '#contract/claim.api.ts'
import { createSource } from '#contract/source.api.ts'
import { type GameAct, idParams, noOutcome, note } from '../game.ts'
import { mayUpdate, statusOf } from '../world.ts'
import { anyThing } from './record.ts'

export const createOneSource: GameAct = async turn => {
  const { world, user, users, word, random } = turn
  if (world.sources.length > 5) return noOutcome
  const read_user = random() < 0.5 ? [turn.one(users).id] : []
  const body = { name: `${word} source ${world.sources.length}`, kind: 'register', read_user } as const
  const answer = await user.client.call(createSource, { body })
  const isDone = answer.status === 200
  if (isDone) world.sources.push({ id: answer.body.data.id, owner: user.id, read_user })
  return { isDone, differences: turn.differ('create source', user.role === 'reader' ? 403 : 200, answer.status) }
}

/** A source states the region of a record; if shown, it becomes the record's region. */
export const state: GameAct = async turn => {
  const { world, user, random } = turn
  const thing = anyThing(turn)
  const readable = world.sources.filter(source => world.seesSource(user, source))
  if (!thing || readable.length === 0 || thing.isImported || world.isMerged(thing)) return noOutcome
  const source = turn.one(readable)
  const [value, is_shown] = [turn.one(['CN', 'FR', 'EG']), random() < 0.4]
  const known = world.claims.find(each => each.thing === thing && each.source === source && each.value === value)
  // It is unspecified whether a withdrawn claim counts again when it is stated again.
  if (known?.isWithdrawn) return noOutcome
  const { noun, id } = thing
  const expected = statusOf(user, thing, mayUpdate)
  const body = { noun, record_id: id, values: { region: value }, said: { source_id: source.id }, is_shown }
  const { status } = await user.client.call(stateClaims, { body })
  if (status === 200) {
    if (is_shown && thing.region !== value) {
      thing.region = value
      note(turn, 'update', [thing], { fields: ['region'] })
    }
    world.claims = world.claims.filter(each => each !== known)
    world.claims.push({ thing, source, value, isWithdrawn: false })
  }
  return { isDone: status === 200, differences: turn.differ(`state ${noun} ${id}`, expected, status) }
}

export const withdraw: GameAct = async turn => {
  const { world, user } = turn
  if (world.claims.length === 0) return noOutcome
  const claim = turn.one(world.claims)
  const { thing } = claim
  if (thing.isDeleted) return noOutcome
  const admin = turn.users.find(each => each.role === 'admin')!
  const query = { noun: thing.noun, record_id: String(thing.id) } as never
  const { items } = await admin.client.get(listClaims, { query })
  world.read(admin, thing)
  const found = items.find(each => each.source?.id === claim.source.id && each.value === claim.value)
  const id = found?.id ?? 0
  const status = statusOf(user, thing, mayUpdate)
  const expected = status === 200 && claim.isWithdrawn ? 409 : status
  const answer = await user.client.call(withdrawClaim, idParams(id))
  if (answer.status === 200) claim.isWithdrawn = true
  const what = `withdraw ${thing.noun} ${thing.id}`
  return { isDone: answer.status === 200, differences: turn.differ(what, expected, answer.status) }
}
