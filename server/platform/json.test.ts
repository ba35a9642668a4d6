import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { isHeavyJson } from './json.ts'

const app = useTestApp()
const heavy = (text: string, values = 100) => isHeavyJson(Buffer.from(text), values)

test('depth and values are counted, whatever stands in texts', () => {
  expect(heavy('['.repeat(256) + ']'.repeat(256))).toBe(false)
  expect(heavy('['.repeat(257))).toBe(true)
  expect(heavy('{"a":'.repeat(300))).toBe(true)
  expect(heavy(`[${'1,'.repeat(99)}1]`)).toBe(false)
  expect(heavy(`[${'1,'.repeat(100)}1]`)).toBe(true)
  expect(heavy(`["${'[,'.repeat(500)}","\\"${',['.repeat(500)}","\\\\"]`)).toBe(false)
  expect(heavy(`["\\\\",${'1,'.repeat(100)}1]`)).toBe(true)
  expect(heavy('["no end')).toBe(false)
  expect(heavy('[]'.repeat(10_000))).toBe(false)
  expect(heavy('')).toBe(false)
})

test('a body that would hold the console is refused before it is parsed, and others are read as ever', async () => {
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
  expect(statuses).toEqual([413, 413, 400, 400, 400, 200])
})
