import { follow, unfollow } from '#contract/notification.api.ts'
import { type GameAct, noOutcome } from '../game.ts'
import { thingKey } from '../world.ts'
import { anyThing } from './record.ts'

/** No user starts or stops following between a change and its notification, so that the recipients are unambiguous. */
export const followOne: GameAct = async turn => {
  const { world, user } = turn
  const thing = anyThing(turn)
  if (!thing || world.hasNews(thing)) return noOutcome
  const { noun, id } = thing
  const { status } = await user.client.call(follow, { body: { noun, record_id: id } })
  if (status === 200) world.follows.add(`${user.id} ${thingKey(thing)}`)
  const expected = world.sees(user, thing) ? 200 : 404
  return { isDone: status === 200, differences: turn.differ(`follow ${noun} ${id}`, expected, status) }
}

export const unfollowOne: GameAct = async turn => {
  const { world, user } = turn
  const all = [...world.follows].filter(key => key.startsWith(`${user.id} `))
  if (all.length === 0) return noOutcome
  const [, noun, id] = turn.one(all).split(' ') as [string, 'og', string]
  const thing = world.get(noun, Number(id))
  if (world.hasNews(thing)) return noOutcome
  const { status } = await user.client.call(unfollow, { query: { noun, record_id: id } })
  if (status === 200) world.follows.delete(`${user.id} ${thingKey(thing)}`)
  return { isDone: status === 200, differences: turn.differ(`unfollow ${noun} ${id}`, 200, status) }
}
