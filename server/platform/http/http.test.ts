import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'
import { contextOf } from './http.ts'

const app = useTestApp()

test('a request whose connection ended before its turn is not executed: it has no address', async () => {
  const requested: string[] = []
  const identify = async () => {
    requested.push('identify')
    return { actor: app.ctx.actor }
  }
  const pace = { request: async () => {}, call: async () => {}, stranger: async () => true, welcome: () => {} }
  // Fastify's value once the socket is closed, in spite of its type.
  const request = { id: 'abcdefgh12345678', headers: {}, ip: undefined } as unknown as FastifyRequest
  await expect(contextOf(app.ctx, identify, { roles: ['admin'], scope: 'read' }, request, pace)).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(requested).toEqual([])
})
