import { buffer } from 'node:stream/consumers'
import type { Ctx } from '#server/platform/ctx.ts'
import { cleanText, type Notes } from './carry.ts'
import type { RawEntity } from './ftm-in.ts'
import { type ListFormat, openList } from './list/open-list.ts'
import { isPopolo, popoloEntities } from './popolo-in.ts'
import { type FaultCode, FileFault } from './words.ts'

const megabyte = 1_048_576
const maxLineMegabytes = 4
/** A Popolo file is one object, held whole in memory while it is read. */
const maxPopoloMegabytes = 32
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
    if (seen >= probedLines || isPopolo(value)) break
  }
  if (seen === 0) throw new FileFault('empty_file')
  if (size > maxPopoloMegabytes * megabyte) throw new FileFault('big_popolo', { count: maxPopoloMegabytes })
  const document = parse(new TextDecoder().decode(await buffer(ctx.blobs.read(key))))
  if (!isPopolo(document)) throw new FileFault('unknown_format')
  return { format: 'popolo', entities: popoloReads(document, note) }
}

async function* numbered(entities: AsyncIterable<RawEntity>): AsyncGenerator<Read> {
  let n = 0
  for await (const raw of entities) {
    n += 1
    yield { n, raw }
  }
}

async function* popoloReads(document: Record<string, unknown>, note: Notes): AsyncGenerator<Read> {
  let n = 0
  for (const raw of popoloEntities(document, note)) {
    n += 1
    yield raw === null ? { n, fault: 'bad_line' } : { n, raw }
  }
}

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

/** Lines without the space around them; one that is too long is told by null, so that memory holds no more than that. */
async function* linesIn(ctx: Ctx, key: string): AsyncGenerator<{ n: number; text: string | null }> {
  const decoder = new TextDecoder()
  const maxCharacters = maxLineMegabytes * megabyte
  let held: string[] = []
  let length = 0
  let n = 0
  const take = (): { n: number; text: string | null } => {
    n += 1
    const text = length > maxCharacters ? null : held.join('').trim()
    held = []
    length = 0
    return { n, text }
  }
  const hold = (part: string) => {
    length += part.length
    if (length <= maxCharacters) held.push(part)
    else held = []
  }
  for await (const chunk of ctx.blobs.read(key) as AsyncIterable<Uint8Array>) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n')
    for (const [place, part] of parts.entries()) {
      if (place > 0) yield take()
      hold(part)
    }
  }
  hold(decoder.decode())
  if (length > 0) yield take()
}
