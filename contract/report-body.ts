import * as z from 'zod/mini'
import { CitedEvidence, Credibility, evidenceEntities, SourceSummary } from './evidence.ts'
import { entityNames, linkEntities, recordEntities } from './registry.ts'
import { Id, maxInteger, WebAddress } from './wire.ts'

/** Records that a report's text can mention; each mention is a live link. */
export const mentionEntities = [...recordEntities, 'page'] as const
export { evidenceEntities } from './evidence.ts'

const Key = z.string().check(z.maxLength(32), z.regex(/^[a-z0-9]{8,32}$/))
const text = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine(value => !value.includes('\u0000')),
  )

export const ReportMark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bold') }),
  z.strictObject({ type: z.literal('italic') }),
  z.strictObject({ type: z.literal('underline') }),
  z.strictObject({ type: z.literal('strike') }),
  z.strictObject({ type: z.literal('code') }),
  z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: WebAddress }) }),
])
export type ReportMark = z.output<typeof ReportMark>

/**
 * A link to a record. `id` and `label` are null if the reader may not read the record: it is withheld. If a writer
 * sends back a withheld link, identified by its `key`, the stored one stays.
 */
export const MentionAttrs = z.strictObject({
  key: Key,
  noun: z.enum(mentionEntities),
  id: z.nullable(Id),
  label: z.nullable(text(500)),
})
/** A quotation with its evidence; withheld like a link, including the quotation. */
export const EvidenceAttrs = z.strictObject({
  key: Key,
  noun: z.enum(evidenceEntities),
  id: z.nullable(Id),
  /** The quoted words. */
  quote: z.nullable(text(5_000)),
  /** The title of the cited record at that time: a page's title, a file's name. */
  title: z.nullable(text(500)),
  url: z.nullable(text(2_000)),
  /** The date of the quoted content. */
  at: z.nullable(text(40)),
})
/** One piece of evidence of a fact at the time of citing; withheld from readers who may not read it. */
export const FactCite = z.strictObject({
  /**
   * Number of the citation, from 1 in the order of the text; repeated citations share it. Computed for each reader, not
   * stored.
   */
  ref: z.optional(Id),
  claim_id: z.nullable(Id),
  /** Null if the reader may not see the source. */
  source: z.nullable(SourceSummary),
  credibility: z.nullable(Credibility),
  /** Null if the source states it without evidence. */
  evidence: z.nullable(CitedEvidence),
  first_seen_at: z.nullable(text(40)),
  last_seen_at: z.nullable(text(40)),
  /** Whether it was withdrawn since, or no longer exists. Computed for each reader, not stored. */
  is_withdrawn: z.optional(z.boolean()),
})
export type FactCite = z.output<typeof FactCite>
export const citesAtMost = 30

/** Field values are a few levels deep at most, but a request may contain anything. */
function isFlat(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > 6) return false
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return true
}
const FactValue = z.unknown().check(z.refine(isFlat))

/**
 * A fact of a record with its evidence, both at the time of citing. A fact sent back with a known `key` changes
 * nothing. For a list, the value is one of its items. Withheld like a link.
 */
export const FactAttrs = z.strictObject({
  key: Key,
  /** A record, or a link between two records, which is withheld from readers who may not read both. */
  noun: z.enum([...entityNames, ...linkEntities]),
  id: z.nullable(Id),
  /** The current title of the record, or of the records of the link. */
  label: z.nullable(text(500)),
  field: z.nullable(text(60)),
  value: FactValue,
  /** When it was cited. */
  at: z.nullable(text(40)),
  cites: z.array(FactCite).check(z.maxLength(citesAtMost)),
  /**
   * The value that the record shows now, if it differs; null if none. Absent if it is unchanged. Computed for each
   * reader, not stored.
   */
  now: z.optional(z.strictObject({ value: FactValue })),
})
/** A picture among the report's attachments. */
const ImageAttrs = z.strictObject({
  attachment_id: Id,
  alt: z._default(text(500), ''),
  /** Per cent of the text's width. */
  width: z._default(z.int().check(z.minimum(10), z.maximum(100)), 100),
})
const CellAttrs = z.partial(
  z.strictObject({
    colspan: z.int().check(z.minimum(1), z.maximum(50)),
    rowspan: z.int().check(z.minimum(1), z.maximum(500)),
    colwidth: z.nullable(z.array(z.int().check(z.minimum(0), z.maximum(5_000))).check(z.maxLength(60))),
  }),
)

export type ReportInline =
  | { type: 'text'; text: string; marks?: ReportMark[] | undefined }
  | { type: 'hardBreak' }
  | { type: 'mention'; attrs: z.output<typeof MentionAttrs> }
  | { type: 'fact'; attrs: z.output<typeof FactAttrs> }
export type ReportCell = {
  type: 'tableCell' | 'tableHeader'
  attrs?: z.output<typeof CellAttrs> | undefined
  content: ReportBlock[]
}
export type ReportBlock =
  | { type: 'paragraph'; content?: ReportInline[] | undefined }
  | { type: 'heading'; attrs: { level: number }; content?: ReportInline[] | undefined }
  | { type: 'bulletList'; content: ReportListItem[] }
  | { type: 'orderedList'; attrs?: { start?: number | undefined } | undefined; content: ReportListItem[] }
  | { type: 'blockquote'; content: ReportBlock[] }
  | { type: 'horizontalRule' }
  | { type: 'table'; content: { type: 'tableRow'; content: ReportCell[] }[] }
  | { type: 'image'; attrs: z.output<typeof ImageAttrs> }
  | { type: 'evidence'; attrs: z.output<typeof EvidenceAttrs> }
export type ReportListItem = { type: 'listItem'; content: ReportBlock[] }

export const ReportInline = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: z.string().check(
      z.minLength(1),
      z.maxLength(200_000),
      z.refine(value => !value.includes('\u0000')),
    ),
    marks: z.optional(z.array(ReportMark).check(z.maxLength(6))),
  }),
  z.strictObject({ type: z.literal('hardBreak') }),
  z.strictObject({ type: z.literal('mention'), attrs: MentionAttrs }),
  z.strictObject({ type: z.literal('fact'), attrs: FactAttrs }),
])
const Inlines = z.optional(z.array(ReportInline).check(z.maxLength(20_000)))
const Blocks = (max: number) => z.array(z.lazy(() => ReportBlock)).check(z.maxLength(max))
const Item = z.strictObject({ type: z.literal('listItem'), content: Blocks(1_000) })
const Items = z.array(Item).check(z.maxLength(5_000))
const Cell = z.strictObject({
  type: z.enum(['tableCell', 'tableHeader']),
  attrs: z.optional(CellAttrs),
  content: Blocks(200),
})
const Row = z.strictObject({ type: z.literal('tableRow'), content: z.array(Cell).check(z.maxLength(60)) })

export const ReportBlock: z.ZodMiniType<ReportBlock> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('paragraph'), content: Inlines }),
  z.strictObject({
    type: z.literal('heading'),
    attrs: z.strictObject({ level: z.int().check(z.minimum(1), z.maximum(3)) }),
    content: Inlines,
  }),
  z.strictObject({ type: z.literal('bulletList'), content: Items }),
  z.strictObject({
    type: z.literal('orderedList'),
    attrs: z.optional(z.strictObject({ start: z.optional(z.int().check(z.minimum(0), z.maximum(maxInteger))) })),
    content: Items,
  }),
  z.strictObject({ type: z.literal('blockquote'), content: Blocks(1_000) }),
  z.strictObject({ type: z.literal('horizontalRule') }),
  z.strictObject({ type: z.literal('table'), content: z.array(Row).check(z.maxLength(1_000)) }),
  z.strictObject({ type: z.literal('image'), attrs: ImageAttrs }),
  z.strictObject({ type: z.literal('evidence'), attrs: EvidenceAttrs }),
])

const Doc = z.strictObject({ type: z.literal('doc'), content: Blocks(20_000) })
export type ReportBody = z.output<typeof Doc>

/** Maximum depth of nested nodes; a list in a list takes two levels. The limit makes recursive reading safe. */
export const reportDepth = 60

/**
 * A report's text as the editor stores it: a tree of these nodes only, so that no markup is ever stored. A tree that is
 * too deep is refused before validation.
 */
export const ReportBody = z.pipe(
  z.transform((value: unknown) => (isTooDeep(value) ? null : value)),
  Doc,
) as unknown as z.ZodMiniType<ReportBody, ReportBody>

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > reportDepth) return true
    level = level.flatMap(node => {
      const content = (node as { content?: unknown } | null | undefined)?.content
      return Array.isArray(content) ? content : []
    })
  }
  return false
}

/** Maximum size, in bytes, of a request with a body of a report. */
export const reportLimitBytes = 2 * 1_048_576
