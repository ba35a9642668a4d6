import * as z from 'zod/mini'
import { ReliabilityValue, SourceKindValue } from './source-card.ts'
import { Id, maxInteger, Text, WebAddress } from './wire.ts'

/** What a quotation, or what a source says, rests on: a difference, a page version, an upload, an event. */
export const evidenceNouns = ['diff', 'page_version', 'upload', 'event'] as const

/** The Admiralty grades of what is said, 1 confirmed by others to 5 improbable; 6: cannot be judged. */
export const credibilities = [1, 2, 3, 4, 5, 6] as const
export const Credibility = z.int().check(z.minimum(1), z.maximum(6))

/** What a claim rests on: an address with the words quoted, or a record of ours; `title` is what it was called then. */
export const Evidence = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('address'), url: WebAddress, quote: z.optional(z.nullable(Text(5_000))) }),
  z.strictObject({
    type: z.literal('record'),
    noun: z.enum(evidenceNouns),
    id: Id,
    title: z.optional(z.nullable(Text(500))),
    /** Of an upload, the part that says so. */
    part: z.optional(z.int().check(z.positive(), z.maximum(maxInteger))),
    quote: z.optional(z.nullable(Text(5_000))),
  }),
])
export type Evidence = z.output<typeof Evidence>

/** A row of an imported file; the import itself may be gone. */
export const RowEvidence = z.strictObject({
  type: z.literal('row'),
  run_id: Id,
  file_name: z.string().check(z.maxLength(1_000)),
  /** Row of the file, the first after the header is 1. */
  n: z.int().check(z.nonnegative(), z.maximum(maxInteger)),
  /** The id that the file gave to what is said there, where it is a file of entities. */
  key: z.optional(z.string().check(z.maxLength(400))),
})
export type RowEvidence = z.output<typeof RowEvidence>

const Withheld = z.strictObject({ type: z.literal('withheld') })

/** Evidence as a reader sees it; `withheld` where it is a record that they may not open. */
export const SeenEvidence = z.discriminatedUnion('type', [
  Evidence.def.options[0],
  /** `page_id`: the page of a version. */
  z.extend(Evidence.def.options[1], { page_id: z.optional(Id) }),
  RowEvidence,
  Withheld,
])

/** Who says so, as it is shown. */
export const SourceShown = z.strictObject({
  id: Id,
  name: z.string().check(z.maxLength(1_000)),
  kind: SourceKindValue,
  reliability: ReliabilityValue,
})

/** Evidence as a report cites it: a record whose kind the reader’s role does not open keeps its words, without its id. */
export const CitedEvidence = z.discriminatedUnion('type', [
  Evidence.def.options[0],
  z.extend(Evidence.def.options[1], { id: z.nullable(Id), page_id: z.optional(Id) }),
  RowEvidence,
  Withheld,
])
export type CitedEvidence = z.output<typeof CitedEvidence>
