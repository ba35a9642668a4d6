import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { partyEntities } from './registry.ts'
import { editors, ogReaders } from './role.ts'
import { ComparedParty, MatchFeature, screeningStates } from './screening.api.ts'
import { partyKinds } from './screening_file.api.ts'
import { Id, Instant, matches, PartialDate, Required, Text } from './wire.ts'

export const certificateKinds = ['record', 'name', 'file'] as const

/** A list as it was screened; the hash is that of the file from which it was loaded. */
const CertifiedList = z.strictObject({
  id: Id,
  name: z.string(),
  version: z.int(),
  loaded_at: z.nullable(Instant),
  entries: z.int(),
  /** Entries of the file that could not be read and so were not compared; absent in older certificates. */
  unreadable: z.optional(z.int()),
  sha256: z.nullable(z.string()),
})

const CertifiedHit = z.strictObject({
  /** The row and its name, for a hit of a file. */
  row: z.nullable(z.strictObject({ n: z.int(), name: z.string() })),
  list: z.string(),
  key: z.string(),
  caption: z.string(),
  score: z.number(),
  features: z.array(MatchFeature),
  /** The decision on the pair, for a hit of a record. */
  decision: z.nullable(
    z.strictObject({
      state: z.enum(screeningStates),
      by: z.nullable(z.string()),
      at: z.nullable(Instant),
      reason: z.nullable(z.string()),
      note: z.nullable(z.string()),
    }),
  ),
})
export type CertifiedHit = z.output<typeof CertifiedHit>

/** The complete content of a certificate. The signature covers its canonical form (sorted keys, no spaces). */
export const CertificateContent = z.strictObject({
  kind: z.enum(certificateKinds),
  made_at: Instant,
  made_by: z.string(),
  record: z.nullable(z.strictObject({ noun: z.enum(partyEntities), id: Id, name: z.string() })),
  party: z.nullable(ComparedParty),
  file: z.nullable(
    z.strictObject({
      name: z.string(),
      sha256: z.nullable(z.string()),
      rows: z.int(),
      compared: z.int(),
      strong: z.int(),
      possible: z.int(),
      none: z.int(),
      wrong: z.int(),
    }),
  ),
  lists: z.array(CertifiedList),
  /**
   * Lists that were not up to date at that time. `version` null: nothing had been loaded into the list; otherwise a
   * newer file of it was not in force. Absent in older certificates and in certificates of files.
   */
  behind: z.optional(z.array(z.strictObject({ id: Id, name: z.string(), version: z.nullable(z.int()) }))),
  /**
   * Upper bound of names of the lists that share words with the name or record but were not compared, because others are
   * more similar; for a file, the number of such rows. Absent if there are none and in older certificates.
   */
  uncompared: z.optional(z.int()),
  scoring: z.strictObject({
    engine: z.string(),
    /** The version of the settings, 0 for the defaults; and the hash of all weights. */
    rule: z.int(),
    threshold: z.number(),
    strong: z.number(),
    weights_sha256: z.string(),
  }),
  hit_count: z.int(),
  /** The best matches, at most a hundred. */
  hits: z.array(CertifiedHit),
})
export type CertificateContent = z.output<typeof CertificateContent>

const stream = { replies: 'stream', reply: z.unknown() } as const

export const certifyRecord = endpoint({
  method: 'POST',
  path: '/v1/certificate/record',
  roles: editors,
  bound: 'trial',
  summary: 'Screen a record against all lists now, and certify the hits and their decisions as a sealed PDF',
  body: z.strictObject({ noun: z.enum(partyEntities), id: Id }),
  ...stream,
  errors: ['invalid', 'not_found', 'too_large'],
})

export const certifyName = endpoint({
  method: 'POST',
  path: '/v1/certificate/name',
  roles: editors,
  bound: 'trial',
  summary: 'Screen a name without a record against all lists now, and certify the result as a sealed PDF',
  body: z.strictObject({
    kind: z.enum(partyKinds),
    name: Required(300),
    date: z.optional(z.nullable(PartialDate)),
    country: z.optional(z.nullable(z.string().check(matches(/^[A-Z]{2}$/, 'region')))),
    number: z.optional(z.nullable(Text(100))),
  }),
  ...stream,
  errors: ['invalid', 'too_large'],
})

export const certifyFile = endpoint({
  method: 'POST',
  path: '/v1/certificate/file',
  roles: editors,
  bound: 'trial',
  summary: 'Certify the results of one’s own screening file as a sealed PDF',
  body: z.strictObject({ id: Id }),
  ...stream,
  errors: ['invalid', 'not_found', 'wrong_state', 'too_large'],
})

/**
 * `erased`: the signature is genuine, and an erasure has since blanked a name in it. `broken`: the stored content does
 * not match the signature.
 */
export const certificateStates = ['genuine', 'erased', 'broken', 'unknown'] as const

export const verifyCertificate = endpoint({
  method: 'POST',
  path: '/v1/certificate/verify',
  roles: ogReaders,
  bound: 'read',
  summary: 'Verify a certificate by its code or its file’s SHA-256, and return its content',
  body: z.strictObject({
    code: z.optional(z.nullable(Text(60))),
    sha256: z.optional(z.nullable(z.string().check(matches(/^[0-9a-f]{64}$/, 'wrong')))),
  }),
  reply: z.strictObject({
    state: z.enum(certificateStates),
    code: z.nullable(z.string()),
    content: z.nullable(CertificateContent),
    /** Whether the file is byte for byte the one that was issued; null if no file was given. */
    is_same_file: z.nullable(z.boolean()),
  }),
  errors: ['invalid'],
})
