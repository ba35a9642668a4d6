import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { lighten } from './vite-contract.ts'

const light = (code: string, ...named: string[]) => lighten(code, parseAst(code), new Set(named))

test('an endpoint keeps its address, and only those schemas that the client names', () => {
  const code = "export const save = endpoint({ path: '/v1/og', params: A, query: B, body: C, reply: pageOf(D) })"
  const kept = light(code, 'save.body', 'other.reply')
  expect(kept).toContain("path: '/v1/og'")
  expect(kept).toContain('body: C')
  expect(kept).not.toMatch(/params|query|reply|pageOf/)
})

test('functions that make endpoints receive no schemas, and endpoints within functions keep none', () => {
  expect(light('export const { get } = recordEndpoints({ path }, roles, Og)')).toContain(
    'recordEndpoints({ path }, roles, null)',
  )
  expect(light('export const bulk = bulkEndpoint({ path }, roles, Filter, Patch)')).toContain('roles, null, null)')
  expect(light('function make(reply) { return endpoint({ ...of, reply, ...bulkOf(reply) }) }')).toBe(
    'function make(reply) { return endpoint({ ...of, ...null, ...null }) }',
  )
})

test('definitions are free of side effects; functions, literals and other statements stay as they are', () => {
  expect(light('const A = z.array(B)')).toBe('const A = /*@__PURE__*/ (() => (z.array(B)))()')
  const plain = "const a = 1\nexport const f = () => g()\nconst b = a\nexport { b }\nz.config({})\nimport 'x'"
  expect(light(plain)).toBe(plain)
})
