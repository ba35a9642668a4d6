import type { RawEntity } from '#server/ingest/raw-entity.ts'
import { schemaOf } from './ftm-model.ts'
import type { ParsedEntity } from './mapped.ts'

/** A property value that is itself an entity, as in the nested files of OpenSanctions. */
export type NestedEntity = { id: string; schema: string; properties: Record<string, unknown> }

/** Nested entities beyond these limits are ignored: ownership may be circular. */
const mostDepth = 6
const mostWithin = 2_000
/** Parties that occur only nested wait for the end of the file, because a complete entity may follow. */
const mostWaiting = 100_000

export function isNested(value: unknown): value is NestedEntity {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { id, schema, properties } = value as Partial<NestedEntity>
  const isObject = typeof properties === 'object' && properties !== null && !Array.isArray(properties)
  return typeof id === 'string' && id !== '' && typeof schema === 'string' && isObject
}

/**
 * Yields nested entities as separate entities, each once; a top-level entity takes precedence over a nested one. After
 * the first nested entity, `n` is the position among all yielded entities instead of the line.
 */
export async function* flattenEntities(reads: AsyncIterable<ParsedEntity>): AsyncGenerator<ParsedEntity> {
  const yielded = new Set<string>()
  const waiting = new Map<string, RawEntity>()
  let [last, more] = [0, 0]
  for await (const read of reads) {
    last = read.n
    if (!('raw' in read)) {
      yield { ...read, n: last + more }
      continue
    }
    const { outer, within } = split(read.raw)
    yield { n: last + more, raw: outer }
    if (within.length === 0 && waiting.size === 0) continue
    yielded.add(outer.id)
    waiting.delete(outer.id)
    for (const raw of within) {
      if (yielded.has(raw.id)) continue
      if (schemaOf(raw.schema)?.isA('Thing')) {
        if (waiting.size < mostWaiting) waiting.set(raw.id, raw)
        continue
      }
      yielded.add(raw.id)
      more += 1
      yield { n: last + more, raw }
    }
  }
  for (const raw of waiting.values()) {
    more += 1
    yield { n: last + more, raw }
  }
}

function split(raw: RawEntity): { outer: RawEntity; within: RawEntity[] } {
  const within: RawEntity[] = []
  const flat = (entity: NestedEntity, depth: number): Record<string, unknown> => {
    const schema = schemaOf(entity.schema)
    return Object.fromEntries(
      Object.entries(entity.properties).flatMap(([name, given]) => {
        const values = [given].flat()
        if (!values.some(isNested)) return [[name, given]]
        const property = schema?.getProperties().get(name)
        const ids = values.flatMap(value => {
          if (!isNested(value)) return typeof value === 'object' ? [] : [value]
          if (depth >= mostDepth || within.length >= mostWithin) return [value.id]
          const back = property?.stub ? property.getReverse().name : undefined
          const own = back && !Object.hasOwn(value.properties, back) ? { [back]: [entity.id] } : {}
          const inner = { ...value, properties: { ...value.properties, ...own } }
          const place = within.push({ id: value.id, schema: value.schema, properties: {} }) - 1
          within[place]!.properties = flat(inner, depth + 1)
          return [value.id]
        })
        // A reverse reference: the other entity states the link itself.
        return property?.stub ? [] : [[name, ids]]
      }),
    )
  }
  const properties = flat({ id: raw.id, schema: raw.schema, properties: raw.properties }, 0)
  return { outer: { ...raw, properties }, within }
}
