import * as z from 'zod/mini'
import { ReliabilityValue, SourceKindValue } from './entities/source.schema.ts'
import { Id, maxInteger, Text, WebAddress } from './wire.ts'

/** Entities that a quotation or a source's statement can cite: a difference, a page version, an upload, an event. */
export const evidenceEntities = ['diff', 'page_version', 'upload', 'event'] as const

/** Admiralty credibility grades of a statement, 1 (confirmed by others) to 5 (improbable); 6: cannot be judged. */
export const credibilities = [1, 2, 3, 4, 5, 6] as const
export const Credibility = z.int().check(z.minimum(1), z.maximum(6))

/**
 * Evidence of a claim: an address with the quoted words, or a record of this console; `title` is the record's title at
 * that time.
 */
export const Evidence = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('address'), url: WebAddress, quote: z.optional(z.nullable(Text(5_000))) }),
  z.strictObject({
    type: z.literal('record'),
    noun: z.enum(evidenceEntities),
    id: Id,
    title: z.optional(z.nullable(Text(500))),
    /** The cited part, for an upload. */
    part: z.optional(z.int().check(z.positive(), z.maximum(maxInteger))),
    quote: z.optional(z.nullable(Text(5_000))),
  }),
])
export type Evidence = z.output<typeof Evidence>

/** A row of an imported file; the import itself may no longer exist. */
export const RowEvidence = z.strictObject({
  type: z.literal('row'),
  run_id: Id,
  file_name: z.string().check(z.maxLength(1_000)),
  /** Row of the file; the first after the header is 1. */
  n: z.int().check(z.nonnegative(), z.maximum(maxInteger)),
  /** The id that the file gave to the statement, if it is a file of entities. */
  key: z.optional(z.string().check(z.maxLength(400))),
})
export type RowEvidence = z.output<typeof RowEvidence>

const Withheld = z.strictObject({ type: z.literal('withheld') })

/** Evidence as a reader sees it; `withheld` if the reader may not open the record. */
export const ReadableEvidence = z.discriminatedUnion('type', [
  Evidence.def.options[0],
  /** `page_id`: the page of a version. */
  z.extend(Evidence.def.options[1], { page_id: z.optional(Id) }),
  RowEvidence,
  Withheld,
])

/** A source as it is shown next to a claim. */
export const SourceSummary = z.strictObject({
  id: Id,
  name: z.string().check(z.maxLength(1_000)),
  kind: SourceKindValue,
  reliability: ReliabilityValue,
})

/**
 * Evidence as a report cites it. If the reader’s role cannot open this kind of record, the words stay but the id is
 * removed.
 */
export const CitedEvidence = z.discriminatedUnion('type', [
  Evidence.def.options[0],
  z.extend(Evidence.def.options[1], { id: z.nullable(Id), page_id: z.optional(Id) }),
  RowEvidence,
  Withheld,
])
export type CitedEvidence = z.output<typeof CitedEvidence>
