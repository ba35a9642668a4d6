import type { Entity } from '#contract/registry.ts'
import { entities } from '#web/entities.ts'
import { endpointQuery } from '#web/platform/query.ts'

/** The query for one record of any entity. */
export const queryRecord = (noun: Entity, id: number) =>
  // The parameters are the same for all entities, which a union of endpoints cannot express.
  endpointQuery(entities[noun].get, { params: { id } } as never)
