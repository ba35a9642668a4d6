import type { LinkSet } from '#server/core/link.ts'
import { entities } from '#server/entities.ts'

/** The links of an event to other records. */
export const eventLinks: LinkSet<'ogs' | 'persons'> = {
  owner: 'event',
  fields: { ogs: entities.og, persons: entities.person },
}
