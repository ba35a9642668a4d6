import type { GameUser, ModelDifference } from '../game.ts'
import type { ModelWorld } from '../world.ts'

/** Compares each value that the product returns with the value of the model. */
export type Judge = {
  world: ModelWorld
  users: readonly GameUser[]
  word: string
  compare: (what: string, model: unknown, product: unknown) => void
  compared: () => number
  differences: ModelDifference[]
}

export function judgeOf(world: ModelWorld, users: readonly GameUser[], word: string): Judge {
  let compared = 0
  const differences: ModelDifference[] = []
  const compare = (what: string, model: unknown, product: unknown) => {
    compared += 1
    if (model !== product) differences.push({ what, model, product })
  }
  return { world, users, word, compare, compared: () => compared, differences }
}

export const inOrder = (ids: readonly number[]) => JSON.stringify(ids.toSorted((a, b) => a - b))
export const joinSorted = (keys: readonly string[]) => keys.toSorted().join(' ')
export const judgedName = (user: GameUser) => `${user.role} ${user.id}`
