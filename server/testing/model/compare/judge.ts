import type { Difference, User } from '../game.ts'
import type { World } from '../world.ts'

/** Compares each value that the product returns with the value of the model. */
export type Judge = {
  world: World
  users: readonly User[]
  word: string
  hold: (what: string, model: unknown, product: unknown) => void
  compared: () => number
  differences: Difference[]
}

export function judgeOf(world: World, users: readonly User[], word: string): Judge {
  let compared = 0
  const differences: Difference[] = []
  const hold = (what: string, model: unknown, product: unknown) => {
    compared += 1
    if (model !== product) differences.push({ what, model, product })
  }
  return { world, users, word, hold, compared: () => compared, differences }
}

export const inOrder = (ids: readonly number[]) => JSON.stringify(ids.toSorted((a, b) => a - b))
export const sorted = (keys: readonly string[]) => keys.toSorted().join(' ')
export const nameOf = (user: User) => `${user.role} ${user.id}`
