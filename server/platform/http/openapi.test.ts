import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { openApi } from './openapi.ts'

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(openApi())))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

test('the document contains every endpoint once, with a failure in addition to its success', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }
  const own = Object.entries(paths).filter(([path]) => !path.startsWith('/v1/upload/tus'))
  const operations = own.flatMap(([, methods]) => Object.values(methods))
  expect(operations).toHaveLength(api.length)
  for (const operation of operations) expect(Object.keys(operation.responses).length).toBeGreaterThan(1)
})

test('each operation lists its roles as its endpoint does, and a schema only of replies allows more fields', () => {
  type OperationSummary = { operationId: string; security?: { session: string[] }[] }
  const { paths, security, components } = openApi() as {
    paths: Record<string, Record<string, OperationSummary>>
    security: { session: string[] }[]
    components: { schemas: Record<string, { additionalProperties?: boolean }> }
  }
  const reported = new Map(
    Object.values(paths)
      .flatMap(Object.values)
      .map((operation: OperationSummary) => [
        operation.operationId,
        (operation.security ?? security)[0]?.session ?? 'public',
      ]),
  )
  for (const { noun, name, endpoint } of api)
    expect([name, reported.get(`${noun}_${name}`)]).toEqual([name, endpoint.roles])
  expect(components.schemas.Og).not.toHaveProperty('additionalProperties')
  expect(components.schemas.NewOgWithProvenanceInput?.additionalProperties).toBe(false)
})

test('a write returns its log position, and an endpoint that a replica may answer accepts one', () => {
  const { paths, components } = openApi() as {
    paths: Record<
      string,
      Record<string, { parameters: { $ref: string }[]; responses: Record<string, { $ref?: string; headers?: object }> }>
    >
    components: { responses: Record<string, { headers?: object }> }
  }
  for (const { endpoint } of api) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    const reported = operation?.responses[200]
    const response = reported?.$ref ? components.responses[reported.$ref.split('/').at(-1) ?? ''] : reported
    const isWrite = endpoint.method !== 'GET' && endpoint.replies !== 'stream'
    expect([endpoint.path, Object.keys(response?.headers ?? {})]).toEqual([endpoint.path, isWrite ? ['og-place'] : []])
    const takesOne = operation?.parameters.some(({ $ref }) => $ref.endsWith('/og-place'))
    expect([endpoint.path, takesOne]).toEqual([endpoint.path, endpoint.readsFrom === 'replica'])
  }
})

test('the document allows any type of content for a file', () => {
  const { components } = openApi() as { components: { responses: Record<string, { content: object }> } }
  expect(components.responses.File?.content).toEqual({ '*/*': {} })
})
