import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { excessOf } from './json.ts'

const app = useTestApp()
const heavy = (text: string, values = 100) => excessOf(Buffer.from(text), values)

test('depth and values are counted, whatever the texts contain', () => {
  expect(heavy('['.repeat(256) + ']'.repeat(256))).toBeUndefined()
  expect(heavy('['.repeat(257))).toBe('deep')
  expect(heavy('{"a":'.repeat(300))).toBe('deep')
  expect(heavy(`[${'1,'.repeat(99)}1]`)).toBeUndefined()
  expect(heavy(`[${'1,'.repeat(100)}1]`)).toBe('many')
  expect(heavy(`["${'[,'.repeat(500)}","\\"${',['.repeat(500)}","\\\\"]`)).toBeUndefined()
  expect(heavy(`["\\\\",${'1,'.repeat(100)}1]`)).toBe('many')
  expect(heavy('["no end')).toBeUndefined()
  expect(heavy('[]'.repeat(10_000))).toBeUndefined()
  expect(heavy('')).toBeUndefined()
})

test('a body that would block the console is refused before it is parsed, and others are read as before', async () => {
  const editor = await app.as('editor')
  const send = (payload: string) =>
    app.app.inject({
      method: 'POST',
      url: '/v1/og',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json' },
      payload,
    })
  const statuses = []
  for (const body of [
    '['.repeat(400_000),
    `{"name":"x","aliases":[${'"a",'.repeat(100_000)}"a"]}`,
    '{"name":',
    '',
    '{"__proto__":{"a":1},"name":"x"}',
    '{"name":"姜𤨒姬"}',
  ])
    statuses.push((await send(body)).statusCode)
  expect(statuses).toEqual([422, 413, 400, 400, 400, 200])
})
