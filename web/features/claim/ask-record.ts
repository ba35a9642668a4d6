import type { CardNoun } from '#contract/noun.ts'
import { entities } from '#web/entities.ts'
import { ask } from '#web/platform/query.ts'

/** The query for one record of any entity. */
export const askRecord = (noun: CardNoun, id: number) =>
  // The parameters are the same for all entities, which a union of endpoints cannot express.
  ask(entities[noun].get, { params: { id } } as never)
