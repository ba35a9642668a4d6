import type { Ctx } from '#server/platform/ctx.ts'
import { cleanText, type Notes } from './carry.ts'
import { linesIn, maxLineMegabytes, textOf } from './file-text.ts'
import type { RawEntity } from './ftm-in.ts'
import { JsonFault, mostOfEntry } from './json-lists.ts'
import { type ListFormat, openList } from './list/open-list.ts'
import { popoloEntities, readPopolo } from './popolo-in.ts'
import { type FaultCode, FileFault } from './words.ts'

const megabyte = 1_048_576
const probedLines = 20

/** One entity of the file, or what is wrong with its line; `n` is the line, or the place in a file of one object. */
export type Read = { n: number; raw: RawEntity } | { n: number; fault: FaultCode; detail?: Record<string, unknown> }

/** Recognises the format by what the file holds, and reads it entity by entity. */
export async function openSource(
  ctx: Ctx,
  key: string,
  note: Notes,
): Promise<{ format: 'ftm' | 'popolo' | ListFormat; entities: AsyncIterable<Read> }> {
  const size = await ctx.blobs.size(key)
  if (size === null) throw new FileFault('file_gone')
  const list = await openList(ctx, key, note)
  if (list) return { format: list.format, entities: numbered(list.entities) }
  let seen = 0
  for await (const { text } of linesIn(ctx, key)) {
    if (text === '') continue
    seen += 1
    if (text === null) break
    const value = parse(text)
    if (isEntity(value)) return { format: 'ftm', entities: ftmEntities(ctx, key) }
    if (seen >= probedLines) break
  }
  if (seen === 0) throw new FileFault('empty_file')
  const open = () => textOf(ctx, key)
  const popolo = await readPopolo(open).catch(error => {
    throw fileFault(error)
  })
  if (popolo === undefined) throw new FileFault('unknown_format')
  return { format: 'popolo', entities: popoloReads(popoloEntities(open, popolo, note)) }
}

async function* numbered(entities: AsyncIterable<RawEntity>): AsyncGenerator<Read> {
  let n = 0
  for await (const raw of entities) {
    n += 1
    yield { n, raw }
  }
}

/** Entries before one that is malformed are read; with it the whole file is refused. */
async function* popoloReads(entities: AsyncIterable<RawEntity | null>): AsyncGenerator<Read> {
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

/** What is wrong with the document, as its importer is told it. */
const fileFault = (error: unknown) =>
  error instanceof JsonFault ? new FileFault(error.code, { count: mostOfEntry / megabyte }) : error

async function* ftmEntities(ctx: Ctx, key: string): AsyncGenerator<Read> {
  for await (const { n, text } of linesIn(ctx, key)) {
    if (text === '') continue
    if (text === null) yield { n, fault: 'long_line', detail: { count: maxLineMegabytes } }
    else yield readLine(n, parse(text))
  }
}

function readLine(n: number, value: unknown): Read {
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
