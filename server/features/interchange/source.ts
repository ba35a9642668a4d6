import { type CarryNotes, cleanText } from '#server/ingest/carry-notes.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isArchive, openArchive } from '../../ingest/formats/archive.ts'
import { type Bytes, type EncodedFile, openContent, startOf, storedBytes } from '../../ingest/formats/content.ts'
import { JsonFault, mostOfEntry } from '../../ingest/formats/json-lists.ts'
import { linesIn, maxLineMegabytes, textOf } from '../../ingest/formats/lines.ts'
import type { ListedEntry } from '../../ingest/lists/listed.ts'
import { type ListFormat, openList, openOfac } from '../../ingest/lists/open-list.ts'
import type { ParsedEntity } from './mapped.ts'
import { flattenEntities } from './nested.ts'
import { popoloEntities, readPopolo } from './popolo-in.ts'

const megabyte = 1_048_576
const probedLines = 20

type SourceFormat = 'ftm' | 'popolo' | ListFormat
type EntitySource = { format: SourceFormat; entities: AsyncIterable<ParsedEntity> }
/** A file in none of the formats with entities may be a table. */
type OpenedFile = EntitySource | { format: 'unknown'; bytes: Bytes }

/**
 * Recognises the format by the file's content, and reads it entity by entity. Nested entities stay nested. `strict`
 * refuses XML that declares its own entities, which no published list does.
 */
export async function openSourceFile(
  ctx: Ctx,
  key: string,
  note: CarryNotes,
  { strict = false } = {},
): Promise<OpenedFile> {
  const size = await ctx.blobs.size(key)
  if (size === null) throw new IngestFault('file_gone')
  let bytes = storedBytes(ctx, key)
  const start = await startOf(bytes)
  if (isArchive(start)) {
    const unpacked = await openArchive(bytes, size)
    if ('ofac' in unpacked) return sourceOfList(openOfac(unpacked.ofac, note))
    if ('workbook' in unpacked) return { format: 'unknown', bytes }
    bytes = unpacked.file
  }
  const content = await openContent(bytes)
  const text = new TextDecoder(content.encoding).decode(await startOf(bytes), { stream: true })
  const list = await openList(content, text, note, strict)
  if (list) return sourceOfList(list)
  let seen = 0
  for await (const { text } of linesIn(content)) {
    if (text === '') continue
    seen += 1
    if (text !== null && isEntity(parse(text))) return { format: 'ftm', entities: ftmEntities(content) }
    if (seen >= probedLines) break
  }
  if (seen === 0) throw new IngestFault('empty_file')
  const open = () => textOf(content)
  const popolo = await readPopolo(open).catch(error => {
    throw fileFault(error)
  })
  if (popolo === undefined) return { format: 'unknown', bytes }
  return { format: 'popolo', entities: popoloReads(popoloEntities(open, popolo, note)) }
}

/** The same for importing records: nested entities are yielded separately. */
export async function openSource(ctx: Ctx, key: string, note: CarryNotes): Promise<EntitySource> {
  const file = await openSourceFile(ctx, key, note)
  if (file.format === 'unknown') throw new IngestFault('unknown_format')
  return file.format === 'ftm' ? { ...file, entities: flattenEntities(file.entities) } : file
}

const sourceOfList = ({
  format,
  entities,
}: {
  format: ListFormat
  entities: AsyncIterable<ListedEntry>
}): EntitySource => ({
  format,
  entities: numberEntities(entities),
})

async function* numberEntities(entities: AsyncIterable<ListedEntry>): AsyncGenerator<ParsedEntity> {
  let n = 0
  for await (const each of entities) {
    n += 1
    yield 'fault' in each ? { n, ...each } : { n, raw: each }
  }
}

/** Entries before a malformed one are read; then the whole file is refused. */
async function* popoloReads(entities: AsyncIterable<RawEntity | null>): AsyncGenerator<ParsedEntity> {
  let n = 0
  try {
    for await (const raw of entities) {
      n += 1
      yield raw === null ? { n, fault: 'bad_line' } : { n, raw }
    }
  } catch (error) {
    throw fileFault(error)
  }
}

/** The fault of a document as it is reported to its importer. */
const fileFault = (error: unknown) =>
  error instanceof JsonFault ? new IngestFault(error.code, { count: mostOfEntry / megabyte }) : error

async function* ftmEntities(content: EncodedFile): AsyncGenerator<ParsedEntity> {
  for await (const { n, text, start } of linesIn(content)) {
    if (text === '') continue
    if (text === null) yield { n, fault: 'long_line', detail: { count: maxLineMegabytes }, ...idIn(start) }
    else {
      const read = readLine(n, parse(text))
      yield 'fault' in read ? { ...read, ...idIn(start) } : read
    }
  }
}

/** The id of an unreadable entity if its line begins with it, as in the files of most publishers. */
function idIn(start: string): { id?: string } {
  const id = /^\s*\{\s*"id"\s*:\s*"([^"\\]{1,200})"/.exec(start.replace(/^\uFEFF/, ''))?.[1]
  return id === undefined ? {} : { id }
}

function readLine(n: number, value: unknown): ParsedEntity {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { n, fault: 'bad_line' }
  if (!isEntity(value)) return { n, fault: 'no_id' }
  const { properties } = value
  const isObject = typeof properties === 'object' && properties !== null && !Array.isArray(properties)
  const raw = { id: cleanText(value.id), schema: cleanText(value.schema) }
  return { n, raw: { ...raw, properties: isObject ? (properties as Record<string, unknown>) : {} } }
}

function isEntity(value: unknown): value is { id: string; schema: string; properties?: unknown } {
  if (typeof value !== 'object' || value === null) return false
  const { id, schema } = value as { id?: unknown; schema?: unknown }
  return typeof id === 'string' && id !== '' && id.length <= 500 && typeof schema === 'string' && schema !== ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
