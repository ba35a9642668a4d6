import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Role, roles } from '#contract/role.ts'
import { anOg } from './features/og/factory.ts'
import { type Client, urlOf, useTestApp } from './testing/test-app.ts'

const app = useTestApp()

/** Ids that no record has. */
const nowhere = { id: '987654321', history_id: '987654321' }
const label = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

describe('endpoint × role', () => {
  test('every endpoint of the contract is bound', () => {
    const missing = api
      .map(row => row.endpoint)
      .filter(({ method, path }) => !app.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }))
    expect(missing.map(label)).toEqual([])
  })

  test.each([...roles, 'nobody' as const])('%s is let through exactly where the contract says', async role => {
    const client = role === 'nobody' ? app.anonymous : await app.as(role)
    const wrong: string[] = []
    for (const { endpoint } of api) {
      // Logging out would end the very session that asks on.
      if (endpoint.path === '/v1/logout') continue
      const answer = await client.call(endpoint, { params: nowhere } as never)
      const expected =
        endpoint.roles === 'public'
          ? 'in'
          : role === 'nobody'
            ? 401
            : endpoint.roles.includes(role as Role)
              ? 'in'
              : 403
      const isIn = answer.status !== 401 && answer.status !== 403 && answer.status < 500
      if (expected === 'in' ? !isIn : answer.status !== expected) wrong.push(`${label(endpoint)}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('a restricted record', () => {
  const mark = 'Zqxjk'
  const traces = async (client: Client, ogId: number): Promise<string[]> => {
    const found: string[] = []
    for (const { endpoint } of api) {
      if (endpoint.roles === 'public' || endpoint.path === '/v1/logout') continue
      for (const query of queriesOf(endpoint, ogId)) {
        const answer = await app.app.inject({
          method: endpoint.method,
          url: urlOf(endpoint.path, { id: ogId, history_id: 1 }, query),
          headers: { authorization: `Bearer ${client.token}` },
          ...(endpoint.body && { payload: bodyOf(endpoint, ogId) }),
        })
        if (answer.payload.includes(mark)) found.push(`${label(endpoint)} ${JSON.stringify(query)}`)
      }
    }
    return found
  }

  /** Queries under which the record would appear if it were readable. */
  const queriesOf = (endpoint: Endpoint, ogId: number): Record<string, string>[] =>
    endpoint.method === 'GET'
      ? [{}, { keyword: mark }, { region: 'AQ' }, { id: String(ogId) }, { trash: 'true' }, { noun: 'og' }]
      : [{}]

  const bodyOf = (endpoint: Endpoint, ogId: number): object => {
    if (endpoint.path === '/v1/og' && endpoint.method === 'PUT') return { id: ogId, weight: 1 }
    if (endpoint.path === '/v1/og/bulk') return { act: 'update', ids: [ogId], patch: { weight: 1 } }
    if (endpoint.path.endsWith('/history/{history_id}/restore')) return { field: 'name' }
    return {}
  }

  test.each(['super_editor', 'editor', 'super_reader', 'reader'] as const)(
    'leaves no trace in any endpoint for a %s who is not listed',
    async role => {
      const admin = await app.as('admin')
      const og = await anOg(app.ctx, {
        name: `${mark} 机密`,
        region: 'AQ',
        owner: admin.id,
        read_user: [admin.id],
        weight: 100,
      })
      const stranger = await app.as(role)
      expect(await traces(stranger, og.id)).toEqual([])
      expect(await traces(admin, og.id)).not.toEqual([])
    },
  )
})
