import { createOneSource, state, withdraw } from './acts/claim.ts'
import { followOne, unfollowOne } from './acts/follow.ts'
import { importFile } from './acts/import.ts'
import { addHolding, changeShare, join, letGo, nameInEvent, removeMembership } from './acts/link.ts'
import { changeMany, deleteMany, labelMany } from './acts/many.ts'
import { merge, undo } from './acts/merge.ts'
import { changeAccess, create, remove, restore, sanction, update } from './acts/record.ts'
import { relate, unrelate } from './acts/relation.ts'
import { compareClaims } from './compare/claims.ts'
import { compareExports, compareLabels, compareSearch } from './compare/found.ts'
import { judgeOf } from './compare/judge.ts'
import { compareLinks } from './compare/links.ts'
import { compareRecords } from './compare/records.ts'
import { compareAuditLog, compareDomainEvents } from './compare/trail.ts'
import type { GameAct, GameUser, ModelDifference, Turn } from './game.ts'
import { randomOf } from './random.ts'
import { ModelWorld } from './world.ts'

/** Each kind of act, and its relative frequency. */
const acts: Record<string, { act: GameAct; weight: number }> = {
  create: { act: create, weight: 30 },
  update: { act: update, weight: 12 },
  access: { act: changeAccess, weight: 11 },
  sanction: { act: sanction, weight: 6 },
  delete: { act: remove, weight: 5 },
  restore: { act: restore, weight: 9 },
  join: { act: join, weight: 10 },
  leave: { act: removeMembership, weight: 5 },
  hold: { act: addHolding, weight: 26 },
  relate: { act: relate, weight: 8 },
  unrelate: { act: unrelate, weight: 4 },
  share: { act: changeShare, weight: 8 },
  let_go: { act: letGo, weight: 5 },
  follow: { act: followOne, weight: 16 },
  unfollow: { act: unfollowOne, weight: 5 },
  change_many: { act: changeMany, weight: 7 },
  label_many: { act: labelMany, weight: 5 },
  delete_many: { act: deleteMany, weight: 7 },
  merge: { act: merge, weight: 10 },
  undo_merge: { act: undo, weight: 12 },
  source: { act: createOneSource, weight: 3 },
  state: { act: state, weight: 9 },
  withdraw: { act: withdraw, weight: 5 },
  import: { act: importFile, weight: 2 },
  name_in_event: { act: nameInEvent, weight: 10 },
}

export type PlayResult = { compared: number; differences: ModelDifference[]; done: Record<string, number> }
type Stage = {
  users: readonly GameUser[]
  word: string
  /** Resolves when no work is waiting. */
  drain: () => Promise<void>
  /** Advances the clock by eleven minutes, so that later events make new notifications and audit entries. */
  pass: () => void
}
/** Number of acts between two comparisons. */
const betweenRests = 80

/**
 * Plays this many acts in a separate model, reproducible by the seed; then compares everything that each user is shown.
 */
export async function play({ users, word, drain, pass }: Stage, seed: number, count: number): Promise<PlayResult> {
  const [world, random] = [new ModelWorld(), randomOf(seed)]
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const done = Object.fromEntries(Object.keys(acts).map(name => [name, 0]))
  const judge = judgeOf(world, users, word)
  const chances = Object.entries(acts).flatMap(([name, { weight }]) => Array<string>(weight).fill(name))
  // Each kind occurs in proportion to its weight.
  let deck: string[] = []
  const turns = users.flatMap(user => Array<GameUser>(user.role === 'reader' ? 1 : 3).fill(user))
  for (let n = 0; n < count; n += 1) {
    if (deck.length === 0) deck = [...chances]
    const [name = ''] = deck.splice(Math.floor(random() * deck.length), 1)
    const turn = turnOf(one(turns))
    const { isDone, differences } = await acts[name]!.act(turn)
    if (isDone) done[name]! += 1
    judge.differences.push(...differences)
    if (n % betweenRests === betweenRests - 1 || n === count - 1) await rest()
  }
  await compareRecords(judge)
  await compareAuditLog(judge)
  await compareDomainEvents(judge)
  await compareClaims(judge)
  await compareLinks(judge)
  await compareSearch(judge)
  await compareLabels(judge)
  await compareExports(judge, drain)
  return { compared: count + judge.compared(), differences: judge.differences, done }

  async function rest(): Promise<void> {
    await settle()
    world.rests += 1
    pass()
  }

  async function settle(): Promise<void> {
    await drain()
    world.notify(users)
  }

  function turnOf(user: GameUser): Turn {
    const differ: Turn['differ'] = (what, model, product) =>
      model === product ? [] : [{ what: `${what} by ${user.role} ${user.id}`, model, product }]
    return { world, users, user, word, random, one, differ, drain: settle }
  }
}
