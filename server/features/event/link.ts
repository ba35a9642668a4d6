import { nouns } from '#server/nouns.ts'
import type { LinkSet } from '#server/record/link.ts'

/** The links of an event to other records. */
export const eventLinks: LinkSet<'ogs' | 'persons'> = {
  owner: 'event',
  fields: { ogs: nouns.og, persons: nouns.person },
}
