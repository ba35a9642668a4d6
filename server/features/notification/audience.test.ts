import { describe, expect, test } from 'vitest'
import { type DomainEventKind, domainEventKinds, follow, listNotifications } from '#contract/notification.api.ts'
import { createWord } from '#contract/word.api.ts'
import { publish } from '#server/core/events.ts'
import { anOg } from '#server/features/og/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { deliverEvents } from './deliver.ts'

const app = useTestApp()
const hasAny = async (client: Client, noun: string, id: number) =>
  (await client.get(listNotifications, { query: { noun, record_id: String(id) } })).total > 0

describe.each(Object.entries(domainEventKinds))('an event of kind %s', (kind, { audience }) => {
  test(`of a record reach ${audience === 'named' ? 'only the users it names' : 'the users it names and the followers'}`, async () => {
    const [named, follower, stranger] = [await app.as('admin'), await app.as('admin'), await app.as('admin')]
    const og = await anOg(app.ctx)
    await follower.get(follow, { body: { noun: 'og', record_id: og.id } })
    await publish(app.ctx, [{ kind: kind as DomainEventKind, noun: 'og', recordId: og.id, users: [named.id] }])
    await deliverEvents(app.ctx)
    expect(await hasAny(named, 'og', og.id)).toBe(true)
    expect(await hasAny(follower, 'og', og.id)).toBe(audience === 'followers')
    expect(await hasAny(stranger, 'og', og.id)).toBe(false)
  })

  test('an event about a sensitive word reaches followers of its level only if its audience includes followers', async () => {
    const [named, follower] = [await app.as('admin'), await app.as('admin')]
    const word = await named.get(createWord, { body: { word: `audience ${kind}`, level: 2 } as never })
    await follower.get(follow, { body: { noun: 'word_level', record_id: 2 } })
    await publish(app.ctx, [{ kind: kind as DomainEventKind, noun: 'word', recordId: word.id, users: [named.id] }])
    await deliverEvents(app.ctx)
    expect(await hasAny(named, 'word', word.id)).toBe(true)
    expect(await hasAny(follower, 'word', word.id)).toBe(audience === 'followers')
  })
})

test('an event of an unknown kind reaches only the users that it names', async () => {
  const [named, follower] = [await app.as('admin'), await app.as('admin')]
  const og = await anOg(app.ctx)
  await follower.get(follow, { body: { noun: 'og', record_id: og.id } })
  await publish(app.ctx, [
    { kind: 'of_a_later_release' as DomainEventKind, noun: 'og', recordId: og.id, users: [named.id] },
  ])
  await deliverEvents(app.ctx)
  expect(await hasAny(named, 'og', og.id)).toBe(true)
  expect(await hasAny(follower, 'og', og.id)).toBe(false)
})
