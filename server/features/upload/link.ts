import { nouns } from '#server/nouns.ts'
import type { LinkSet } from '#server/record/link.ts'

/** The records that an upload is about. */
export const uploadLinks: LinkSet<'ogs' | 'persons'> = {
  owner: 'upload',
  fields: { ogs: nouns.og, persons: nouns.person },
}
