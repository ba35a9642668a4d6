import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Role, roles } from '#contract/role.ts'
import { useTestApp } from './testing/test-app.ts'

const app = useTestApp()

/** Ids that no record has. */
const nowhere = {
  id: '987654321',
  history_id: '987654321',
  relation_id: '987654321',
  version_id: '987654321',
  number: '987654321',
  token: 'nothing',
}
/** The stream of notifications has no end to wait for; its own tests verify who receives what. */
const isEndless = ({ path }: Endpoint) => path === '/v1/notification/stream'
const label = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

describe('endpoint × role', () => {
  test('every endpoint of the contract is bound', () => {
    const missing = api
      .map(row => row.endpoint)
      .filter(({ method, path }) => !app.app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') }))
    expect(missing.map(label)).toEqual([])
  })

  test.each([...roles, 'nobody' as const])('%s is allowed exactly for the roles in the contract', async role => {
    const client = role === 'nobody' ? app.anonymous : await app.as(role)
    const wrong: string[] = []
    for (const { endpoint } of api) {
      // Logging out would end the session that sends the requests.
      if (endpoint.path === '/v1/logout' || isEndless(endpoint)) continue
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
