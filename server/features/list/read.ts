import { Readable } from 'node:stream'
import type { ListVersion } from '#contract/list.api.ts'
import type { ListMapping, ListSheet } from '#contract/list-mapping.ts'
import { cutText } from '#contract/text.ts'
import { openEntities, type ParsedEntity, schemaOf } from '#server/features/interchange/interchange.service.ts'
import { cleanText, gatherNotes } from '#server/ingest/carry-notes.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { StagedEntry } from './entry.queries.ts'
import { cleanProperties, type Trim, trims } from './properties.ts'
import type { QuarantinedEntry, QuarantineReason } from './quarantine.ts'
import { type LayoutChoice, openSheet, rowsAsRead, type UnreadableCell } from './table.ts'

/** An entity of a file is one of: an entry, with the removed values; not a party, by its schema; or quarantined. */
export type ReadEntity =
  | { n: number; entry: StagedEntry; trimmed: { why: Trim; names: string[] }[]; unread?: readonly UnreadableCell[] }
  | { n: number; left: string }
  | { n: number; quarantined: QuarantinedEntry }

export type ReadList =
  | { sheet: ListSheet }
  | {
      format: NonNullable<ListVersion['format']>
      entries: AsyncIterable<ReadEntity>
      leftBefore(): Map<string, number>
    }

const mostKey = 500

/**
 * Reads the entities of a list’s file in order. A table without a mapping returns its first rows instead, and so does
 * one that is to be read as `chosen`.
 */
export async function readList(
  ctx: Ctx,
  key: string,
  name: string,
  mapping: ListMapping | null,
  chosen?: LayoutChoice,
): Promise<ReadList> {
  const { note, list } = gatherNotes()
  const file = await openEntities(ctx, key, note, { strict: true })
  // Ships in OFAC's tables appear only in the notes.
  const leftBefore = () =>
    new Map(
      list()
        .filter(({ reason, field }) => reason === 'unknown_schema' && field === null)
        .map(({ what, count }) => [what, count]),
    )
  if (file.format !== 'unknown') return { format: file.format, entries: takeEntities(file.entities), leftBefore }
  const sheet = await openSheet(() => Readable.from(file.bytes()), name, mapping, chosen)
  if (!sheet) throw new IngestFault('unknown_format')
  if ('look' in sheet) return { sheet: sheet.look }
  return { format: 'table', entries: takeEntities(rowsAsRead(sheet)), leftBefore }
}

async function* takeEntities(
  entities: AsyncIterable<
    (ParsedEntity & { unread?: UnreadableCell[] }) | { n: number; quarantined: QuarantinedEntry }
  >,
): AsyncGenerator<ReadEntity> {
  for await (const read of entities) {
    if ('quarantined' in read) yield read
    else if ('raw' in read) {
      const { n, raw, unread = [] } = read
      yield { n, ...entryOf(raw), ...(unread.length > 0 && { unread }) }
    } else {
      const { n, fault, detail, id } = read
      yield { n, quarantined: { key: keyOf(id ?? ''), caption: '', reason: fault, ...(detail && { detail }) } }
    }
  }
}

const keyOf = (id: string): string | null => {
  const text = cleanText(id).trim()
  return text === '' || text.length > mostKey ? null : text
}

type ReadOutcome =
  | { entry: StagedEntry; trimmed: { why: Trim; names: string[] }[] }
  | { left: string }
  | { quarantined: QuarantinedEntry }

export function entryOf(raw: RawEntity): ReadOutcome {
  const key = keyOf(raw.id)
  const schema = schemaOf(raw.schema)
  const { properties, trimmed } = cleanProperties(raw)
  const [caption] = properties.name ?? properties.alias ?? []
  const quarantine = (reason: QuarantineReason, detail?: Record<string, unknown>): ReadOutcome => ({
    quarantined: { key, caption: cutText(caption ?? '', 200), reason, ...(detail && { detail }) },
  })
  if (!schema) return quarantine('unknown_kind', { kind: cutText(cleanText(raw.schema), 60) })
  if (schema.isA('Identification') && key !== null) {
    const holder = properties.holder?.[0]
    const entry = { key, holder: holder ?? '', schema: raw.schema, caption: '', properties }
    return holder ? { entry, trimmed: [] } : { left: raw.schema }
  }
  if (!schema.isA('LegalEntity')) return { left: raw.schema }
  if (key === null) return quarantine('no_id')
  if (caption === undefined)
    return quarantine(trimmed.unreadable_values?.some(name => names.includes(name)) ? 'unreadable_name' : 'no_name')
  const entry = { key, holder: null, schema: raw.schema, caption, properties }
  return { entry, trimmed: trims.flatMap(why => (trimmed[why] ? [{ why, names: trimmed[why] }] : [])) }
}

const names = ['name', 'alias', 'firstName', 'lastName']
