import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors } from './role.ts'
import { Id, IdParams, Instant, Required } from './wire.ts'

/** Versions whose texts are searched, the newest ones. */
export const mostPhraseVersions = 300

/** Successive versions that all contain the words, or none of which does. */
export const PhraseSpan = z.strictObject({
  is_present: z.boolean(),
  versions: z.int(),
  first_version: Id,
  last_version: Id,
  /** The first and the last time at which one of these versions was seen. Nothing is known of the time between two spans. */
  from: Instant,
  to: Instant,
  /** One of the versions at the two ends comes from a web archive. */
  is_from_archive: z.boolean(),
  is_to_archive: z.boolean(),
})
export type PhraseSpan = z.output<typeof PhraseSpan>

export const findPagePhrase = endpoint({
  method: 'POST',
  path: '/v1/page/{id}/phrase',
  roles: editors,
  bound: 'trial',
  summary:
    'When words were seen on a page, and when they were absent, over its stored versions; spaces and letter case are ignored',
  params: IdParams,
  body: z.strictObject({ words: Required(2_000) }),
  reply: z.strictObject({
    /** Oldest first. */
    spans: z.array(PhraseSpan),
    /** Versions that were searched. */
    searched: z.int(),
    /** Older versions, and those that the time did not suffice for. */
    untried: z.int(),
    /** Versions that prove nothing: error pages, challenges, and texts that are no longer stored. */
    unusable: z.int(),
  }),
  errors: ['invalid', 'not_found'],
})
