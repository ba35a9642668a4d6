import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { logout } from '#contract/session.api.ts'
import { useTestApp } from './testing/test-app.ts'

const app = useTestApp()
const nowhere = { id: '1', history_id: '1', relation_id: '1', version_id: '1', number: '1', token: 'x' }
const isEndless = ({ path }: Endpoint) => path === '/v1/notification/stream'

test.each(['admin', 'reader', 'nobody'] as const)(
  'no answer to %s is stored by a cache, whatever its status',
  async role => {
    const client = role === 'nobody' ? app.anonymous : await app.as(role)
    const kept: string[] = []
    for (const { endpoint } of api) {
      if (endpoint.path === '/v1/logout' || isEndless(endpoint)) continue
      const { headers } = await client.call(endpoint, { params: nowhere } as never)
      if (!/\bno-store\b/.test(String(headers['cache-control']))) kept.push(`${endpoint.method} ${endpoint.path}`)
    }
    expect(kept).toEqual([])
  },
)

test('neither are answers without an endpoint: refusals, unknown addresses, the description of the API', async () => {
  for (const url of ['/v1/nothing', '/v1/openapi.json', '/api/nothing', '/v1/og?pageSize=x', '/v1/upload/tus', '/%'])
    expect((await app.app.inject({ url })).headers['cache-control'], url).toMatch(/\bno-store\b/)
})

test('signing out clears the browser’s cache, and settings stay', async () => {
  const answer = await (await app.as('reader')).call(logout)
  expect(answer).toMatchObject({ status: 200, headers: { 'clear-site-data': '"cache"' } })
})
