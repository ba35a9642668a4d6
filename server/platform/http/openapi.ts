import * as z from 'zod/mini'
import { api, otherPaths, schemas } from '#contract/api.ts'
import { type Endpoint, positionHeader, sharedErrors } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/error.ts'
import { roles } from '#contract/role.ts'
import { type Json, type NamedSchemas, nameSchemas } from './openapi-schemas.ts'

/** Meaningful example values, by the name of their property. */
const examples: Record<string, unknown> = {
  name: 'Example Ltd',
  title: 'Annual meeting',
  username: 'zhang',
  region: 'CN',
  host: 'www.example.org',
  url: 'https://www.example.org/',
  rev: 3,
}

/** An example value of a schema: its required properties, and one item of each list. */
function exampleOf(schema: Json, schemas: Readonly<Record<string, Json>>, name = '', depth = 0): unknown {
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
  if (type === 'integer' || type === 'number') return examples[name] ?? Math.max(1, Number(minimum ?? 1))
  if (format === 'date-time') return '2026-11-21T14:05:00.000Z'
  if (format === 'uri') return 'https://www.example.org/'
  if (/_at$|_time$/.test(name)) return '2026-11-21'
  return examples[name] ?? 'text'
}

/** The OpenAPI 3.1 document of the whole contract. */
export function openApi(): Json {
  const components = nameSchemas(
    schemas,
    api.flatMap(({ noun, name, endpoint: { replies, reply, body } }) => [
      ...(replies === 'stream' ? [] : [{ name: `${noun}_${name}_reply`, schema: reply }]),
      ...(body ? [{ name: `${noun}_${name}_body`, schema: body }] : []),
    ]),
  )
  const parameters = shareParameters()
  const responses: Record<string, Json> = { Refused: failure(refusals) }
  const often = Map.groupBy(api, ({ endpoint }) => endpoint.reply)
  const successOf = ({ method, reply, replies }: Endpoint): Json => {
    if (replies === 'stream') return sharedResponse(responses, 'File', file)
    const data = components.refOf(reply, 'output')
    const [kind, response] =
      method === 'GET' ? ['Ok', success(data)] : ['Done', { ...success(data), headers: positionHeaderRef }]
    return often.get(reply)?.length === 1
      ? response
      : sharedResponse(responses, `${kind}_${data.$ref.split('/').at(-1)}`, response)
  }
  const paths: Record<string, Json> = {}
  for (const { noun, name, endpoint } of api) {
    const method = endpoint.method.toLowerCase()
    const own = [...(endpoint.errors ?? []), ...(endpoint.confirm ? (['confirmation_needed'] as const) : [])]
    const answers = { 200: successOf(endpoint), ...failuresOf(own, responses) }
    const operation = operationOf(noun, name, endpoint, components, parameters)
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: { ...operation, responses: answers } }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Og Group',
      version: '1',
      description:
        'Every reply is an envelope: code, message, data. A session is opened by POST /v1/session; its token is sent as ' +
        '`Authorization: Bearer …`. Instants are ISO 8601 in UTC; null clears a field, and absent fields do not change.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'This console' }],
    security: anybody,
    tags: [...new Set(api.map(({ noun }) => noun))].map(name => ({ name })),
    paths: { ...paths, ...otherPaths },
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      parameters: parameters.all,
      responses,
      headers: {
        Place: {
          description: 'Log position of the write: a replica that has replayed it shows the write.',
          schema: Place,
        },
      },
      schemas: { ...components.all(), Success, Failure },
    },
  }
}

/** The envelope of every reply except files; `data` is the endpoint's own. */
const Success: Json = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: { code: { const: 200 }, message: { type: 'string' }, data: {} },
}

const Failure: Json = {
  type: 'object',
  required: ['code', 'message', 'req_id'],
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    req_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    data: {
      description: 'With 409 for a stale rev: the record as it is now. With 403 for a grave act: what it needs.',
    },
  },
}

/** Errors that any request may get, in addition to those of its own endpoint. */
const refusals = [
  ...sharedErrors,
  'unauthenticated',
  'forbidden',
  'forbidden_record',
  'no_method',
  'invalid',
  'bad_json',
  'too_large',
  'unsupported_media',
]
  .map(code => errors[code as ErrorCode]['en-US'])
  .join(' / ')

type SharedParameters = { all: Record<string, Json>; refOf(parameter: Json): Json }

/** Shares equal parameters as components, under their name and, if several different ones have that name, a number. */
function shareParameters(): SharedParameters {
  const all: Record<string, Json> = {}
  const names = new Map<string, string>()
  const refOf = (parameter: Json): Json => {
    const text = JSON.stringify(parameter)
    const taken = Object.keys(all).filter(name => name.replace(/_\d+$/, '') === parameter.name).length
    const name = names.get(text) ?? (taken === 0 ? String(parameter.name) : `${parameter.name}_${taken + 1}`)
    names.set(text, name)
    all[name] = parameter
    return { $ref: `#/components/parameters/${name}` }
  }
  return { all, refOf }
}

function operationOf(
  noun: string,
  name: string,
  endpoint: Endpoint,
  components: NamedSchemas,
  parameters: SharedParameters,
): Json {
  return {
    operationId: `${noun}_${name}`,
    tags: [noun],
    summary: endpoint.summary,
    ...describe(endpoint),
    ...securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.readsFrom === 'replica' ? [positionParameter] : []),
    ].map(parameters.refOf),
    ...bodyOf(endpoint, components),
  }
}

function describe({ bound, confirm }: Endpoint): Json {
  const parts = [
    ...(bound ? [`Limited by the quota \`${bound}\`.`] : []),
    ...(confirm === undefined
      ? []
      : [`${confirm === true ? 'Needs' : 'For grave acts, needs'} a session confirmed in the last 10 minutes.`]),
  ]
  return parts.length > 0 ? { description: parts.join(' ') } : {}
}

/** The default: any signed-in user, unless the endpoint states other roles. */
const anybody = [{ session: roles }]

/** The roles are listed in the security requirement, as OpenAPI 3.1 allows. */
function securityOf({ roles: own }: Endpoint): Json {
  if (own === 'public') return { security: [] }
  return own.length === roles.length ? {} : { security: [{ session: own }] }
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    ...((place === 'path' || required.includes(name)) && { required: true }),
    schema: of,
    ...(place === 'path' && { example: exampleOf(of, {}) }),
  }))
}

/** A log position of the database: returned by a write, and accepted by a read. */
const Place: Json = { type: 'string', pattern: '^[0-9a-f]{8}-[0-9a-f]{14}$' }
const positionHeaderRef: Json = { [positionHeader]: { $ref: '#/components/headers/Place' } }
const positionParameter: Json = {
  name: positionHeader,
  in: 'header',
  description:
    'The newest log position that a reply has returned. Optional: a read sees all writes completed before it arrived. Other values are ignored.',
  schema: Place,
}

const json = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
})

function bodyOf(endpoint: Endpoint, components: NamedSchemas): Json {
  if (endpoint.accepts === 'file') {
    const schema = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!endpoint.body) return {}
  const schema = components.refOf(endpoint.body, 'input')
  if (endpoint.accepts === 'form')
    return { requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } } }
  return { requestBody: { required: true, content: json(schema, exampleOf(schema, components.schemas)) } }
}

const success = (data: Json): Json => ({
  description: 'ok',
  content: json({ allOf: [{ $ref: '#/components/schemas/Success' }, { properties: { data } }] }),
})

/** A file has the type of its content: a table, a PDF, a calendar. */
const file: Json = { description: 'The file', content: { '*/*': {} } }

function sharedResponse(responses: Record<string, Json>, name: string, response: Json): Json {
  responses[name] ??= response
  return { $ref: `#/components/responses/${name}` }
}

/** Failures of this endpoint by status; failures that any request may meet are one shared component. */
function failuresOf(own: readonly ErrorCode[], responses: Record<string, Json>): Json {
  const byStatus = Map.groupBy(new Set(own), code => errors[code].status)
  const entries = [...byStatus].map(([status, group]) => {
    const response = failure(group.map(code => errors[code]['en-US']).join(' / '))
    return [status, sharedResponse(responses, `${status}_${[...group].sort().join('_')}`, response)]
  })
  return { ...Object.fromEntries(entries), '4XX': { $ref: '#/components/responses/Refused' } }
}

const failure = (description: string): Json => ({
  description,
  content: json({ $ref: '#/components/schemas/Failure' }),
})
