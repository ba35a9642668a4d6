import * as z from 'zod/mini'

export type Json = Record<string, unknown>
/** A schema as it may be sent, or as it is answered. */
export type Io = 'input' | 'output'

/** The document's components, and where in them a schema stands. */
export type Named = {
  /** Those told so far. */
  schemas: Record<string, Json>
  refOf(schema: z.ZodMiniType, io: Io): { $ref: string }
  /** All of them, once the last was asked for: what is only answered may have fields that this version does not know. */
  all(): Record<string, Json>
}

type Given = readonly { name: string; schema: z.ZodMiniType }[]

const place = '#/components/schemas/'
const sent = 'Input'

/**
 * Every schema told once: `named` under its own name, `asked` (bodies and replies) under theirs unless they have one.
 * What is sent otherwise than it is answered has a second name that ends in `Input`.
 */
export function nameSchemas(named: Given, asked: Given): Named {
  const registry = z.registry<{ id: string }>()
  for (const { name, schema } of [...named, ...asked]) if (!registry.has(schema)) registry.add(schema, { id: name })
  const answered = read(registry, 'output', '')
  const sentAs = read(registry, 'input', sent)
  const differs = differing(answered, sentAs)
  const schemas: Record<string, Json> = {}
  const sendable = new Set<string>()
  const use = (name: string, io: Io): string => {
    const isSent = io === 'input' && differs.has(name)
    const own = isSent ? name + sent : name
    const isNewlySent = io === 'input' && !sendable.has(own)
    if (isNewlySent) sendable.add(own)
    if (!schemas[own] || isNewlySent) {
      const schema = isSent ? sentAs[name + sent] : answered[name]
      schemas[own] = {}
      schemas[own] = pointed(schema ?? {}, target => {
        const plain = isSent && target.endsWith(sent) ? target.slice(0, -sent.length) : target
        return use(plain, io)
      }) as Json
    }
    return own
  }
  const nameOf = (schema: z.ZodMiniType): string => registry.get(schema)?.id ?? ''
  return {
    schemas,
    refOf: (schema, io) => ({ $ref: place + use(nameOf(schema), io) }),
    all: () =>
      Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, sendable.has(name) ? schema : (opened(schema) as Json)]),
      ),
  }
}

function read(registry: ReturnType<typeof z.registry<{ id: string }>>, io: Io, suffix: string): Record<string, Json> {
  const uri = (id: string) => `${place}${id}${suffix}`
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri }) as { schemas: Record<string, Json> }
  const { __shared: shared, ...own } = schemas
  // What contains itself without a name of its own.
  const nameless = (shared?.$defs ?? {}) as Record<string, Json>
  const all = { ...own, ...Object.fromEntries(Object.entries(nameless).map(([id, of]) => [`Node_${id}`, of])) }
  return Object.fromEntries(
    Object.entries(all).map(([id, { $schema: _, $id: _id, id: _own, ...schema }]) => [
      id + suffix,
      tidied(schema, suffix) as Json,
    ]),
  )
}

/** Without bounds that only say that a number is one; nameless schemas among the named; what may be null in its type. */
function tidied(node: unknown, suffix: string): unknown {
  if (Array.isArray(node)) return node.map(item => tidied(item, suffix))
  if (typeof node !== 'object' || node === null) return node
  const orNull = nullable(node as Json)
  if (orNull) return tidied(orNull, suffix)
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => {
      const isBound = key === 'minimum' || key === 'maximum'
      if (isBound && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return []
      const shared = key === '$ref' && /__shared.*\/(\w+)$/.exec(String(value))?.[1]
      return [[key, shared ? `${place}Node_${shared}${suffix}` : tidied(value, suffix)]]
    }),
  )
}

/** `{ type: [it, 'null'] }` for a choice of one simple type and null; its other words say nothing of null. */
function nullable({ anyOf, ...rest }: Json): Json | undefined {
  const [one, none] = (anyOf ?? []) as Json[]
  const isPlain = typeof one?.type === 'string' && !('const' in one) && !('enum' in one)
  if (!isPlain || none?.type !== 'null' || (anyOf as Json[]).length !== 2) return undefined
  return { ...rest, ...one, type: [one.type, 'null'] }
}

/** The same without the word that nothing else may be there. */
function opened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(opened)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) =>
      key === 'additionalProperties' && value === false ? [] : [[key, opened(value)]],
    ),
  )
}

/** Names whose schemas are sent otherwise than they are answered, or contain one that is. */
function differing(answered: Record<string, Json>, sentAs: Record<string, Json>): Set<string> {
  const text = (name: string) => JSON.stringify(sentAs[name + sent] ?? {}).replaceAll(`${sent}"`, '"')
  const names = Object.keys(answered)
  const differs = new Set(names.filter(name => text(name) !== JSON.stringify(answered[name])))
  for (let before = -1; before !== differs.size; ) {
    before = differs.size
    for (const name of names) for (const other of refsOf(answered[name])) if (differs.has(other)) differs.add(name)
  }
  return differs
}

function refsOf(schema: unknown): string[] {
  return [...JSON.stringify(schema ?? {}).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    match => match[1] ?? '',
  )
}

/** The same with each reference led to what `to` says of its name. */
function pointed(node: unknown, to: (name: string) => string): unknown {
  if (Array.isArray(node)) return node.map(item => pointed(item, to))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' && value.startsWith(place)
        ? [key, place + to(value.slice(place.length))]
        : [key, pointed(value, to)],
    ),
  )
}
