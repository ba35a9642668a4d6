import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { type Endpoint, sharedErrors } from '#contract/endpoint.ts'
import { type ErrorCode, errors } from '#contract/error.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the whole contract. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const { noun, name, endpoint } of api) {
    const method = endpoint.method.toLowerCase()
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operationOf(noun, name, endpoint) }
  }
  const shared: Json = {}
  return {
    openapi: '3.1.0',
    info: { title: 'Og Group', version: '1', description: 'Every reply is an envelope: code, message, data.' },
    servers: [{ url: '/' }],
    paths: lift(paths, shared) as Json,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...shared,
        Failure: {
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
            data: { description: 'With 409 for a stale rev: the record as it is now.' },
          },
        },
      },
    },
  }
}

/** Schemas that contain themselves are told once, under the document's own components; what is alike is the same. */
function lift(node: unknown, shared: Json): unknown {
  if (Array.isArray(node)) return node.map(item => lift(item, shared))
  if (typeof node !== 'object' || node === null) return node
  const { $defs, ...rest } = node as Json & { $defs?: Json }
  if (!$defs) return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, lift(value, shared)]))
  const all = JSON.stringify($defs)
  const names = Object.keys($defs).map(name => [name, `Shared${hashOf(all + name)}`] as const)
  const renamed = (value: unknown): unknown =>
    JSON.parse(
      names.reduce(
        (text, [name, own]) => text.replaceAll(`"#/$defs/${name}"`, `"#/components/schemas/${own}"`),
        JSON.stringify(value),
      ),
    )
  for (const [name, own] of names) shared[own] = renamed($defs[name])
  return renamed(rest)
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

function operationOf(noun: string, name: string, endpoint: Endpoint): Json {
  const codes: ErrorCode[] = [...(endpoint.errors ?? []), ...sharedErrors]
  if (endpoint.roles !== 'public') codes.push('unauthenticated', 'forbidden')
  if (endpoint.params || endpoint.query || endpoint.body) codes.push('invalid')
  if (endpoint.body) codes.push('bad_json', 'too_large', 'unsupported_media')
  return {
    operationId: `${noun}_${name}`,
    tags: [noun],
    summary: endpoint.summary,
    security: endpoint.roles === 'public' ? [] : [{ session: [] }],
    'x-roles': endpoint.roles,
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...bodyOf(endpoint),
    responses: { 200: successOf(endpoint), ...failuresOf(codes) },
  }
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }))
}

function bodyOf(endpoint: Endpoint): Json {
  if (endpoint.accepts === 'file') {
    const schema = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!endpoint.body) return {}
  return {
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
  }
}

function successOf(endpoint: Endpoint): Json {
  if (endpoint.replies === 'stream')
    return {
      description: 'The file',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    }
  const data = schemaOf(endpoint.reply, 'output')
  return {
    description: 'ok',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['code', 'message', 'data'],
          properties: { code: { const: 200 }, message: { type: 'string' }, data },
        },
      },
    },
  }
}

function failuresOf(codes: ErrorCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), code => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map(code => errors[code]['en-US']).join(' / '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}
