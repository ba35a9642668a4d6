import type { Client } from '../test-app.ts'
import {
  endsOf,
  type MergeableEntity,
  type ModelReader,
  type ModelWorld,
  stakeEnds,
  type Thing,
  type ThingRef,
  things,
} from './world.ts'

export type GameUser = ModelReader & { client: Client }
export type ModelDifference = { what: string; model: unknown; product: unknown }
export const idParams = (id: number) => ({ params: { id: String(id) } })
/** The name of the rating field, by entity. */
export const ratingOf = { og: 'weight', person: 'score', event: 'level' } as const
export const turnTitle = { og: 'name', person: 'name', event: 'title' } as const

/** One act of one user; `random` is the only source of randomness. */
export type Turn = {
  world: ModelWorld
  users: readonly GameUser[]
  user: GameUser
  /** Part of every name in this model. */
  word: string
  random: () => number
  one: <T>(all: readonly T[]) => T
  /** Differences between the product and the model; empty if they agree. */
  /** Completes all jobs and delivers all notifications. */
  drain: () => Promise<void>
  differ: (what: string, model: unknown, product: unknown) => ModelDifference[]
}
/** An act is `done` if the product accepted it. */
export type ActOutcome = { isDone: boolean; differences: ModelDifference[] }
export type GameAct = (turn: Turn) => Promise<ActOutcome>

export const noOutcome: ActOutcome = { isDone: false, differences: [] }

/** Adds one entry to the model's history of these records. */
export function note(
  turn: Turn,
  act: string,
  all: readonly Thing[],
  of: { fields?: string[]; links?: ThingRef[] } = {},
) {
  for (const thing of all)
    turn.world.write(thing, { act, user: turn.user.id, fields: of.fields ?? [], links: of.links ?? [] })
}

/** A link was created, changed or removed: each end gets an entry that names the other end. */
export function noteLink(turn: Turn, [one, other]: readonly [ThingRef, ThingRef]) {
  const { world } = turn
  note(turn, 'update', [world.get(one.noun, one.id)], { links: [other] })
  note(turn, 'update', [world.get(other.noun, other.id)], { links: [one] })
}

/** A random one of these: usually a live one, sometimes one in the trash. */
export function anyOf(turn: Turn, all: readonly Thing[]): Thing | undefined {
  const live = all.filter(thing => !thing.isDeleted)
  return all.length === 0 ? undefined : turn.one(live.length > 0 && turn.random() < 0.9 ? live : all)
}

export const randomThing = (turn: Turn): MergeableEntity => turn.one(things)
export const thingsAt = (world: ModelWorld, ends: readonly ThingRef[]) =>
  ends.map(({ noun, id }) => world.get(noun, id))
export { endsOf, stakeEnds }
