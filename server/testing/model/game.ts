import type { Client } from '../test-app.ts'
import { endsOf, type Reader, type Ref, stakeEnds, type Thing, type ThingNoun, things, type World } from './world.ts'

export type User = Reader & { client: Client }
export type Difference = { what: string; model: unknown; product: unknown }
export const at = (id: number) => ({ params: { id: String(id) } })
/** The name of the field that a noun's rating has. */
export const ratingOf = { og: 'weight', person: 'score', event: 'level' } as const

/** One act of one user; chance is told by `random` alone. */
export type Turn = {
  world: World
  users: readonly User[]
  user: User
  /** In every name of this world. */
  word: string
  random: () => number
  one: <T>(all: readonly T[]) => T
  /** What the product answers otherwise than the world; the same is no difference. */
  /** All jobs are done, and what happened is told. */
  drain: () => Promise<void>
  differ: (what: string, model: unknown, product: unknown) => Difference[]
}
/** An act is `done` where the product let it happen. */
export type Outcome = { isDone: boolean; differences: Difference[] }
export type Act = (turn: Turn) => Promise<Outcome>

export const nothing: Outcome = { isDone: false, differences: [] }

/** Writes one entry into the histories of these records. */
export function note(turn: Turn, act: string, all: readonly Thing[], of: { fields?: string[]; links?: Ref[] } = {}) {
  for (const thing of all)
    turn.world.write(thing, { act, user: turn.user.id, fields: of.fields ?? [], links: of.links ?? [] })
}

/** A link was made, changed or removed: each end says so, and where it leads. */
export function noteLink(turn: Turn, [one, other]: readonly [Ref, Ref]) {
  const { world } = turn
  note(turn, 'update', [world.get(one.noun, one.id)], { links: [other] })
  note(turn, 'update', [world.get(other.noun, other.id)], { links: [one] })
}

/** One of these: mostly one that is there, now and then one in the trash. */
export function anyOf(turn: Turn, all: readonly Thing[]): Thing | undefined {
  const live = all.filter(thing => !thing.isDeleted)
  return all.length === 0 ? undefined : turn.one(live.length > 0 && turn.random() < 0.9 ? live : all)
}

export const anyNoun = (turn: Turn): ThingNoun => turn.one(things)
export const thingsAt = (world: World, ends: readonly Ref[]) => ends.map(({ noun, id }) => world.get(noun, id))
export { endsOf, stakeEnds }
