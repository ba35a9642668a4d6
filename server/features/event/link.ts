import { nouns } from '#server/nouns.ts'
import type { LinkSet } from '#server/record/link.ts'

/** The records that an event names. */
export const eventLinks: LinkSet<'ogs' | 'persons'> = {
  owner: 'event',
  fields: { ogs: nouns.og, persons: nouns.person },
}
