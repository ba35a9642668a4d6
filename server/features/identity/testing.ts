import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createIdentityProvider, finishLogin, type IdentityProvider, startLogin } from '#contract/identity.api.ts'
import { info } from '#contract/session.api.ts'
import type { Client, TestApp } from '#server/testing/test-app.ts'
import { openFakeProvider } from './fake-provider.ts'

/** The changes of one test to a login: to values of the provider's reply, to its address, to the binding. */
export type Way = { change?: Record<string, string | null>; address?: (address: string) => string; binding?: string }

export const ada = {
  ...{ sub: 'u1', email: 'ada@example.org', email_verified: true },
  ...{ name: 'Ada', preferred_username: 'ada' },
}

/** A console with an administrator and one identity provider, a fake one on loopback. */
export function useProvider(app: TestApp) {
  const world = {} as {
    admin: Client
    provider: IdentityProvider
    fake: Awaited<ReturnType<typeof openFakeProvider>>
  }
  beforeAll(async () => {
    world.admin = await app.as('admin')
    world.fake = await openFakeProvider()
    world.provider = await world.admin.get(createIdentityProvider, {
      body: {
        ...{ name: 'Company', issuer: world.fake.issuer, client_id: 'og' },
        ...{ client_secret: 'a secret of the client', creates_users: true, new_role: 'editor' as const },
      },
    })
  })
  afterAll(() => world.fake?.close())
  beforeEach(() => {
    world.fake.behave({})
    world.fake.logsInAs(ada)
  })

  /** Logs in as a browser does, from the start at the console to the reply of the provider. */
  async function logIn({ change = {}, address = text => text, binding }: Way = {}) {
    const started = await app.anonymous.call(startLogin, { params: { id: String(world.provider.id) } })
    if (started.status !== 200) return { status: started.status, token: null }
    const back = address(world.fake.authorize(started.body.data.url, change))
    const reply = await app.anonymous.call(finishLogin, {
      body: { binding: binding ?? started.body.data.binding, address: back },
    })
    return { status: reply.status, token: reply.body.data?.token ?? null }
  }

  async function userOf(token: string | null) {
    return (await app.anonymous.call(info, {}, { authorization: `Bearer ${token}` })).body.data
  }

  return Object.assign(world, { logIn, userOf })
}
