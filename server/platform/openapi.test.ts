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
