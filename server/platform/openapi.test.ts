import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { openApi } from './openapi.ts'

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(openApi())))
  expect(result.errors ?? []).toEqual([])
  expect(result.valid).toBe(true)
})

test('every endpoint is in it once, with a failure beside its success', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }
  const operations = Object.values(paths).flatMap(Object.values)
  expect(operations).toHaveLength(api.length)
  for (const operation of operations) expect(Object.keys(operation.responses).length).toBeGreaterThan(1)
})

test('each operation names its roles in the words of its endpoint, and what is only answered may have more fields', () => {
  type Told = { operationId: string; security?: { session: string[] }[] }
  const { paths, security, components } = openApi() as {
    paths: Record<string, Record<string, Told>>
    security: { session: string[] }[]
    components: { schemas: Record<string, { additionalProperties?: boolean }> }
  }
  const told = new Map(
    Object.values(paths)
      .flatMap(Object.values)
      .map((operation: Told) => [operation.operationId, (operation.security ?? security)[0]?.session ?? 'public']),
  )
  for (const { noun, name, endpoint } of api)
    expect([name, told.get(`${noun}_${name}`)]).toEqual([name, endpoint.roles])
  expect(components.schemas.Og).not.toHaveProperty('additionalProperties')
  expect(components.schemas.NewOgSaidInput?.additionalProperties).toBe(false)
})
