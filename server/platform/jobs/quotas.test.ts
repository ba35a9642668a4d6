import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'

type Node = { [key: string]: unknown }
/** The largest `integer` of PostgreSQL; only ids and numbers of bytes may be larger. */
const integer = 2_147_483_647

/** Every number needs a minimum and a maximum, every text and list a maximum, at any depth of the schema. */
function unbounded(node: unknown, path: string, found: string[]): string[] {
  if (Array.isArray(node)) {
    for (const [at, item] of node.entries()) unbounded(item, `${path}.${at}`, found)
    return found
  }
  if (typeof node !== 'object' || node === null) return found
  const { type, ...rest } = node as Node
  const isChosen = 'enum' in rest || 'const' in rest
  if ((type === 'integer' || type === 'number') && !isChosen) {
    const isId = rest.exclusiveMinimum === 0
    const lowest = Number(rest.minimum ?? rest.exclusiveMinimum ?? Number.NEGATIVE_INFINITY)
    const highest = Number(rest.maximum ?? Number.POSITIVE_INFINITY)
    // A number that may have a fraction is not stored as an integer: it needs a minimum and a maximum, of any value.
    const most = type === 'integer' ? integer : Number.MAX_SAFE_INTEGER
    if (lowest < -most || (!isId && highest > most)) found.push(`${path}: number`)
  }
  if (type === 'string' && !isChosen && rest.maxLength === undefined) found.push(`${path}: text`)
  if (type === 'array' && rest.maxItems === undefined && rest.prefixItems === undefined) found.push(`${path}: list`)
  for (const [key, value] of Object.entries(rest)) {
    // The names of properties are not schemas.
    if (key === 'properties' || key === '$defs')
      for (const [name, of] of Object.entries(value as Node)) unbounded(of, `${path}.${name}`, found)
    else if (typeof value === 'object') unbounded(value, key === 'items' ? `${path}[]` : path, found)
  }
  return found
}

/** Checks the input form and the output form: a number in a query is a text until it is parsed. */
function faultsOf(schema: z.ZodMiniType | undefined, path: string): string[] {
  if (!schema) return []
  const sent = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const read = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return [...new Set([...unbounded(sent, path, []), ...unbounded(read, path, [])])]
}

test('every input of an endpoint has bounds: numbers have both, texts and lists a maximum', () => {
  const faults = api.flatMap(({ endpoint }) => {
    const name = `${endpoint.method} ${endpoint.path}`
    return [
      ...faultsOf(endpoint.params, `${name} params`),
      ...faultsOf(endpoint.query, `${name} query`),
      ...faultsOf(endpoint.body, `${name} body`),
    ]
  })
  expect(faults).toEqual([])
})

test('a number without bounds is found at any depth', () => {
  const deep = z.strictObject({ list: z.array(z.union([z.string(), z.optional(z.int())])) })
  expect(faultsOf(deep, 'x')).toEqual(['x.list: list', 'x.list[].0: text', 'x.list[].1: number'])
})
