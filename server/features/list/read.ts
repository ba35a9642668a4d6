import { cutText } from '#contract/text.ts'
import {
  cleanText,
  gatherNotes,
  openSource,
  type RawEntity,
  schemaOf,
} from '#server/features/interchange/interchange.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Staged } from './entry-queries.ts'

const mostValues = 200
const mostCharacters = 2_000
/** When something was published or fetched changes with each edition and says nothing of the party. */
const volatile = new Set(['modifiedAt', 'retrievedAt', 'indexUpdated', 'indexText', 'proof'])

/** What a list's file holds, in its order: parties and documents of parties; null for what is neither. */
export async function* readEntries(ctx: Ctx, key: string): AsyncGenerator<Staged | null> {
  const { note } = gatherNotes()
  const { entities } = await openSource(ctx, key, note)
  for await (const read of entities) yield 'raw' in read ? stagedOf(read.raw) : null
}

export function stagedOf(raw: RawEntity): Staged | null {
  const schema = schemaOf(raw.schema)
  if (!schema || raw.id === '') return null
  const properties = propertiesOf(raw)
  if (schema.isA('Identification')) {
    const holder = properties.holder?.[0]
    return holder ? { key: raw.id, holder, schema: raw.schema, caption: '', properties } : null
  }
  const [caption] = properties.name ?? properties.alias ?? []
  if (!schema.isA('LegalEntity') || caption === undefined) return null
  return { key: raw.id, holder: null, schema: raw.schema, caption, properties }
}

/** Values in an order of their own, so that an edition that lists them otherwise changes nothing; names stay in theirs. */
function propertiesOf({ properties, identifiers = [] }: RawEntity): Record<string, string[]> {
  const all = Object.entries(properties).flatMap(([name, given]): [string, string[]][] => {
    if (volatile.has(name)) return []
    const texts = [given].flat().flatMap(value => {
      const text = typeof value === 'string' || typeof value === 'number' ? cleanText(String(value)).trim() : ''
      return text === '' ? [] : [cutText(text, mostCharacters)]
    })
    const values = [...new Set(texts)].slice(0, mostValues)
    return values.length > 0 ? [[cleanText(name), name === 'name' ? values : values.sort()]] : []
  })
  const read = Object.fromEntries(all)
  const numbers = identifiers.map(({ value }) => value)
  if (numbers.length > 0) read.idNumber = [...new Set([...(read.idNumber ?? []), ...numbers])].sort()
  return read
}
