import type { Random } from './random.ts'

export type Schema = { [key: string]: unknown }
/** Schemas by their name in the document, for `$ref`. */
export type SharedSchemas = Record<string, Schema>

const words = [
  '光华机械',
  'Acme',
  'Müller',
  '𠮷田太郎',
  '姜𤨒姬',
  'عبد الله',
  'O’Neil',
  'a b',
  '100%',
  'x_y',
  "it's",
  '"q"',
]
/** Ids that mostly exist in a console with the demonstration's records. */
const idsUpTo = 40

/** A value that usually satisfies the schema; additional refinements are not part of the document. */
export function validOf(schema: Schema, shared: SharedSchemas, random: Random, name = '', depth = 0): unknown {
  const ref = schema.$ref
  if (typeof ref === 'string') return validOf(shared[ref.split('/').at(-1) ?? ''] ?? {}, shared, random, name, depth)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return random.pick(schema.enum)
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (branches) return validOf(branchOf(branches, random, depth), shared, random, name, depth)
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...(schema.allOf as Schema[]).map(part => validOf(part, shared, random, name, depth)))
  switch (schema.type) {
    case 'null':
      return null
    case 'boolean':
      return random.once(2)
    case 'integer':
    case 'number':
      return numberOf(schema, random)
    case 'array':
      return listOf(schema, shared, random, name, depth)
    case 'object':
      return objectOf(schema, shared, random, depth)
    case 'string':
      return textOf(schema, random, name)
    default:
      return schema.properties ? objectOf(schema, shared, random, depth) : random.pick(words)
  }
}

/** Deep in a tree, chooses a branch that ends it. */
function branchOf(branches: Schema[], random: Random, depth: number): Schema {
  return (
    (depth > 5 ? branches.find(each => !JSON.stringify(each).includes('"$ref"')) : undefined) ?? random.pick(branches)
  )
}

function numberOf(schema: Schema, random: Random): number {
  if (schema.exclusiveMinimum === 0) return 1 + random.int(idsUpTo)
  const low = Number(schema.minimum ?? 0)
  const high = Math.min(Number(schema.maximum ?? 100), 1e12)
  const edge = random.int(6)
  if (edge === 0) return low
  if (edge === 1) return high
  return Math.floor(low + Math.min(high - low, 100) * (random.int(1_000) / 1_000))
}

function listOf(schema: Schema, shared: SharedSchemas, random: Random, name: string, depth: number): unknown[] {
  const least = Number(schema.minItems ?? 0)
  const most = Math.min(Number(schema.maxItems ?? 3), least + 3)
  const count = depth > 6 ? least : least + random.int(most - least + 1)
  return Array.from({ length: count }, () => validOf((schema.items ?? {}) as Schema, shared, random, name, depth + 1))
}

function objectOf(schema: Schema, shared: SharedSchemas, random: Random, depth: number): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = new Set((schema.required ?? []) as string[])
  const kept = Object.entries(properties).filter(([key]) => required.has(key) || random.once(depth > 4 ? 8 : 2))
  return Object.fromEntries(kept.map(([key, of]) => [key, validOf(of, shared, random, key, depth + 1)]))
}

function textOf(schema: Schema, random: Random, name: string): string {
  const most = Number(schema.maxLength ?? 200)
  const { format, pattern } = schema
  if (format === 'uri' || format === 'url' || /url|website|entrances|href/.test(name))
    return `http://127.0.0.1:9/${random.int(99)}`
  if (format === 'email' || name === 'mail' || name === 'email') return `a${random.int(99)}@example.org`
  if (format === 'date-time') return `20${10 + random.int(20)}-0${1 + random.int(9)}-11T10:00:00.000Z`
  if (typeof pattern === 'string' && /\[0-9a-fA-F\]\{6\}/.test(pattern)) return '#165DFF'
  if (typeof pattern === 'string' && /a-z0-9/.test(pattern)) return `abcdefgh${random.int(9_999)}`
  if (typeof pattern === 'string' && /\\d|\[1-/.test(pattern)) return String(1 + random.int(3))
  if (most === 16) return String(1 + random.int(idsUpTo))
  if (most === 10 || most === 24 || /time$|^from$|^to$|^at$|^birth/.test(name))
    return random.pick(['1958', '2026-11', '2026-11-21', '2025-02-28'])
  if (most === 2) return random.pick(['CN', 'DE', 'JP'])
  if (name === 'region') return random.pick(['CN', '142', 'DE'])
  if (name === 'host') return `h${random.int(999)}.example.org`
  if (name === 'noun') return random.pick(['og', 'person', 'event', 'report'])
  const text = Array.from({ length: 1 + random.int(4) }, () => random.pick(words)).join(' ')
  return `${text} ${random.int(9_999)}`.slice(0, Math.max(1, most)).toWellFormed()
}
