import * as z from 'zod/mini'

export type Json = Record<string, unknown>
/** A schema as it may be sent, or as it is answered. */
type Io = 'input' | 'output'

/** The document's components, and references to them. */
export type NamedSchemas = {
  /** The components described so far. */
  schemas: Record<string, Json>
  refOf(schema: z.ZodMiniType, io: Io): { $ref: string }
  /**
   * Returns all components; call it after the last `refOf`. A schema that occurs only in replies allows fields that
   * this version does not know.
   */
  all(): Record<string, Json>
}

type SchemaList = readonly { name: string; schema: z.ZodMiniType }[]

const schemaPath = '#/components/schemas/'
const sent = 'Input'

/**
 * Describes every schema once: `named` under its own name, `requested` (bodies and replies) under theirs unless they have
 * one. A schema whose input differs from its output has a second name that ends in `Input`.
 */
export function nameSchemas(named: SchemaList, requested: SchemaList): NamedSchemas {
  const registry = z.registry<{ id: string }>()
  for (const { name, schema } of [...named, ...requested]) if (!registry.has(schema)) registry.add(schema, { id: name })
  const outputs = readSchemas(registry, 'output', '')
  const sentAs = readSchemas(registry, 'input', sent)
  const differs = differing(outputs, sentAs)
  const schemas: Record<string, Json> = {}
  const sendable = new Set<string>()
  const use = (name: string, io: Io): string => {
    const isSent = io === 'input' && differs.has(name)
    const own = isSent ? name + sent : name
    const isNewlySent = io === 'input' && !sendable.has(own)
    if (isNewlySent) sendable.add(own)
    if (!schemas[own] || isNewlySent) {
      const schema = isSent ? sentAs[name + sent] : outputs[name]
      schemas[own] = {}
      schemas[own] = mapReferences(schema ?? {}, target => {
        const plain = isSent && target.endsWith(sent) ? target.slice(0, -sent.length) : target
        return use(plain, io)
      }) as Json
    }
    return own
  }
  const nameOf = (schema: z.ZodMiniType): string => registry.get(schema)?.id ?? ''
  return {
    schemas,
    refOf: (schema, io) => ({ $ref: schemaPath + use(nameOf(schema), io) }),
    all: () =>
      Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [
          name,
          sendable.has(name) ? schema : (allowUnknownFields(schema) as Json),
        ]),
      ),
  }
}

function readSchemas(
  registry: ReturnType<typeof z.registry<{ id: string }>>,
  io: Io,
  suffix: string,
): Record<string, Json> {
  const uri = (id: string) => `${schemaPath}${id}${suffix}`
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri }) as { schemas: Record<string, Json> }
  const { __shared: shared, ...own } = schemas
  // Schemas that contain themselves and have no name of their own.
  const nameless = (shared?.$defs ?? {}) as Record<string, Json>
  const all = { ...own, ...Object.fromEntries(Object.entries(nameless).map(([id, of]) => [`Node_${id}`, of])) }
  return Object.fromEntries(
    Object.entries(all).map(([id, { $schema: _, $id: _id, id: _own, ...schema }]) => [
      id + suffix,
      simplifySchema(schema, suffix) as Json,
    ]),
  )
}

/** Removes limits that only mean a safe integer, names nameless schemas like the others, and writes null as a type. */
function simplifySchema(node: unknown, suffix: string): unknown {
  if (Array.isArray(node)) return node.map(item => simplifySchema(item, suffix))
  if (typeof node !== 'object' || node === null) return node
  const orNull = nullable(node as Json)
  if (orNull) return simplifySchema(orNull, suffix)
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      const isBound = key === 'minimum' || key === 'maximum'
      if (isBound && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return []
      const shared = key === '$ref' && /__shared.*\/(\w+)$/.exec(String(value))?.[1]
      return [[key, shared ? `${schemaPath}Node_${shared}${suffix}` : simplifySchema(value, suffix)]]
    }),
  )
}

/** Writes a choice of one simple type and null as `{ type: [it, 'null'] }`; its other keywords do not affect null. */
function nullable({ anyOf, ...rest }: Json): Json | undefined {
  const [one, none] = (anyOf ?? []) as Json[]
  const isPlain = typeof one?.type === 'string' && !('const' in one) && !('enum' in one)
  if (!isPlain || none?.type !== 'null' || (anyOf as Json[]).length !== 2) return undefined
  return { ...rest, ...one, type: [one.type, 'null'] }
}

/** The schema without `additionalProperties: false` at any depth. */
function allowUnknownFields(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(allowUnknownFields)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) =>
      key === 'additionalProperties' && value === false ? [] : [[key, allowUnknownFields(value)]],
    ),
  )
}

/** Names of schemas whose input differs from their output, or that refer to one of those. */
function differing(outputs: Record<string, Json>, sentAs: Record<string, Json>): Set<string> {
  const text = (name: string) => JSON.stringify(sentAs[name + sent] ?? {}).replaceAll(`${sent}"`, '"')
  const names = Object.keys(outputs)
  const differs = new Set(names.filter(name => text(name) !== JSON.stringify(outputs[name])))
  for (let before = -1; before !== differs.size; ) {
    before = differs.size
    for (const name of names) for (const other of refsOf(outputs[name])) if (differs.has(other)) differs.add(name)
  }
  return differs
}

function refsOf(schema: unknown): string[] {
  return [...JSON.stringify(schema ?? {}).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    match => match[1] ?? '',
  )
}

/** The schema with the name in each reference replaced by `to` of that name. */
function mapReferences(node: unknown, to: (name: string) => string): unknown {
  if (Array.isArray(node)) return node.map(item => mapReferences(item, to))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' && value.startsWith(schemaPath)
        ? [key, schemaPath + to(value.slice(schemaPath.length))]
        : [key, mapReferences(value, to)],
    ),
  )
}
