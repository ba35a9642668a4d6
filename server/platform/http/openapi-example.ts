import type { Json } from './openapi-schemas.ts'

/** Meaningful example values, by the name of their property. */
const telling: Record<string, unknown> = {
  name: 'Example Ltd',
  title: 'Annual meeting',
  username: 'zhang',
  region: 'CN',
  host: 'www.example.org',
  url: 'https://www.example.org/',
  rev: 3,
}

/** An example value of a schema: its required properties, and one item of each list. */
export function exampleOf(schema: Json, schemas: Readonly<Record<string, Json>>, name = '', depth = 0): unknown {
  const { $ref, type, const: only, enum: values, anyOf, oneOf, items, format, minimum } = schema
  const again = (next: unknown, key = name) => exampleOf(next as Json, schemas, key, depth + 1)
  if (typeof $ref === 'string') return depth > 8 ? undefined : again(schemas[$ref.split('/').at(-1) ?? ''] ?? {})
  if (only !== undefined) return only
  if (Array.isArray(values)) return values[0]
  const choices = (anyOf ?? oneOf) as Json[] | undefined
  if (choices) return again(choices.find(choice => choice.type !== 'null') ?? choices[0])
  if (type === 'object') {
    const { properties = {}, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] }
    const wanted = required.length > 0 ? required : Object.keys(properties).slice(0, 2)
    return Object.fromEntries(wanted.map(key => [key, again(properties[key] ?? {}, key)]))
  }
  if (type === 'array') return items && depth < 6 ? [again(items)] : []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return telling[name] ?? Math.max(1, Number(minimum ?? 1))
  if (format === 'date-time') return '2026-11-21T14:05:00.000Z'
  if (format === 'uri') return 'https://www.example.org/'
  if (/_at$|_time$/.test(name)) return '2026-11-21'
  return telling[name] ?? 'text'
}
