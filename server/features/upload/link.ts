import type { LinkSet } from '#server/core/link.ts'
import { entities } from '#server/entities.ts'

/** The records that an upload is about. */
export const uploadLinks: LinkSet<'ogs' | 'persons'> = {
  owner: 'upload',
  fields: { ogs: entities.og, persons: entities.person },
}
