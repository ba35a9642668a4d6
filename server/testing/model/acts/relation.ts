import { createRelation, deleteRelation } from '#contract/relation.api.ts'
import { anyOf, type GameAct, idParams, noOutcome, noteLink, thingsAt } from '../game.ts'
import { type ModelRelation, mayRead, relationEnds, statusOfLink } from '../world.ts'

const isBetween = (link: ModelRelation, one: number, other: number) =>
  [link.person, link.other].includes(one) && [link.person, link.other].includes(other)

export const relate: GameAct = async turn => {
  const { world, user, one } = turn
  const persons = world.all('person')
  const [person, other] = [anyOf(turn, persons), anyOf(turn, persons)]
  if (
    !person ||
    !other ||
    person === other ||
    [...world.relations.values()].some(link => isBetween(link, person.id, other.id))
  )
    return noOutcome
  const type = one(['friend', 'parent'] as const)
  const isThere = !person.isDeleted && mayRead(user, person)
  const expected = statusOfLink(user, [person, other], isThere ? 422 : 404)
  const answer = await user.client.call(createRelation, { ...idParams(person.id), body: { person_id: other.id, type } })
  if (answer.status === 200) {
    const link: ModelRelation = { id: answer.body.data.id, person: person.id, other: other.id, type }
    world.relations.set(link.id, link)
    noteLink(turn, relationEnds(link))
  }
  const what = `relate ${person.id} ${other.id}`
  return { isDone: answer.status === 200, differences: turn.differ(what, expected, answer.status) }
}

export const unrelate: GameAct = async turn => {
  const { world, user } = turn
  if (world.relations.size === 0) return noOutcome
  const link = turn.one([...world.relations.values()])
  const expected = statusOfLink(user, thingsAt(world, relationEnds(link)), 404)
  const params = { id: String(link.other), relation_id: String(link.id) }
  const { status } = await user.client.call(deleteRelation, { params })
  if (status === 200) {
    world.relations.delete(link.id)
    noteLink(turn, relationEnds(link))
  }
  return { isDone: status === 200, differences: turn.differ(`unrelate ${link.id}`, expected, status) }
}
