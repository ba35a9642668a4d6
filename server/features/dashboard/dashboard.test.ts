import { describe, expect, test } from 'vitest'
import { dashboardEvents, dashboardNumbers } from '#contract/dashboard.api.ts'
import { listEvents } from '#contract/event.api.ts'
import { deleteOg, listOgs, mostFocusOg, regionCountOg } from '#contract/og.api.ts'
import { listPersons } from '#contract/person.api.ts'
import { anEvent } from '#server/features/event/factory.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const test_ = useTestApp()

async function memberOf(personId: number, ogId: number) {
  await test_.db.insertInto('membership').values({ person_id: personId, og_id: ogId }).execute()
}

/** Each number must equal the total of the list that it links to. */
async function expectListsToAgree(client: Client) {
  const numbers = await client.get(dashboardNumbers, {})
  const total = async (page: Promise<{ total: number }>) => (await page).total
  expect(numbers.ogs).toBe(await total(client.get(listOgs, {})))
  expect(numbers.sanctioned_ogs).toBe(await total(client.get(listOgs, { query: { danger_level: ['受制裁'] } })))
  expect(numbers.persons).toBe(await total(client.get(listPersons, {})))
  expect(numbers.focus_persons).toBe(await total(client.get(listPersons, { query: { is_focus: true } })))
  for (const { count, from, to } of [numbers.events_coming, numbers.events_past])
    expect(count).toBe(await total(client.get(listEvents, { query: { from, to } })))
  return numbers
}

describe('dashboard', () => {
  test("numbers equal those of the lists behind them, for each user's access", async () => {
    const [admin, member, reader] = [await test_.as('admin'), await test_.as('reader'), await test_.as('reader')]
    const writer = await test_.as('editor')
    test_.clock.set('2026-11-21T20:00:00Z')
    const before = await expectListsToAgree(reader)
    const lists = [{}, { read_user: [member.id] }, { read_user: [admin.id], write_user: [writer.id] }]
    for (const list of lists) {
      await anOg(test_.ctx, { danger_level: '受制裁', region: 'IS', ...list })
      await aPerson(test_.ctx, { is_focus: true, ...list })
      await anEvent(test_.ctx, { start_time: '2026-11-24', ...list })
      // Begins at the instant at which the seven days end.
      await anEvent(test_.ctx, { start_time: '2026-11-28', ...list })
      await anEvent(test_.ctx, { start_time: '2026-11-20T23:59Z', ...list })
    }
    const gone = await anOg(test_.ctx)
    await admin.get(deleteOg, { params: { id: String(gone.id) } })
    const seen = { reader: 1, member: 2, writer: 2, admin: 3 }
    for (const [name, client] of Object.entries({ reader, member, writer, admin })) {
      const added = seen[name as keyof typeof seen]
      const numbers = await expectListsToAgree(client)
      expect(numbers, name).toMatchObject({
        ogs: before.ogs + added,
        sanctioned_ogs: before.sanctioned_ogs + added,
        persons: before.persons + added,
        focus_persons: before.focus_persons + added,
        events_coming: { count: before.events_coming.count + added, from: '2026-11-21', to: '2026-11-27' },
        events_past: { count: before.events_past.count + added, from: '2026-11-14', to: '2026-11-20' },
      })
      const regions = await client.get(regionCountOg, {})
      expect(regions.items.find(item => item.region === 'IS')?.count).toBe(added)
      expect(regions.total).toBe(numbers.ogs)
    }
    const inChina = await reader.get(dashboardNumbers, { query: { offset: '480' } })
    expect(inChina.events_coming).toMatchObject({ from: '2026-11-22' })
  })

  test('a number follows a change at once', async () => {
    const reader = await test_.as('reader')
    const og = await anOg(test_.ctx)
    const { ogs } = await reader.get(dashboardNumbers, {})
    await test_.db
      .updateTable('og')
      .set({ read_user: [1_000_000] })
      .where('id', '=', og.id)
      .execute()
    expect((await reader.get(dashboardNumbers, {})).ogs).toBe(ogs - 1)
  })

  test('most focused: by readable focus persons, then by weight; hidden records do not affect the order', async () => {
    const [reader, member] = [await test_.as('reader'), await test_.as('reader')]
    const heavy = await anOg(test_.ctx, { name: 'heavy', weight: 100 })
    const one = await anOg(test_.ctx, { name: 'one', weight: 1 })
    const secretly = await anOg(test_.ctx, { name: 'secretly', weight: 0 })
    const hidden = await anOg(test_.ctx, { name: 'hidden', weight: 100, read_user: [member.id] })
    const open = await aPerson(test_.ctx, { is_focus: true })
    const plain = await aPerson(test_.ctx, { is_focus: false })
    for (const og of [one, hidden]) await memberOf(open.id, og.id)
    await memberOf(plain.id, heavy.id)
    for (let n = 0; n < 2; n++) {
      const secret = await aPerson(test_.ctx, { is_focus: true, read_user: [member.id] })
      await memberOf(secret.id, secretly.id)
    }
    const ours = new Set([heavy.id, one.id, secretly.id, hidden.id])
    const order = async (client: Client) => {
      const { items } = await client.get(mostFocusOg, { query: { limit: '50' } })
      return items.filter(og => ours.has(og.id)).map(og => [og.name, og.focus_count])
    }
    expect(await order(reader)).toEqual([
      ['one', 1],
      ['heavy', 0],
      ['secretly', 0],
    ])
    expect(await order(member)).toEqual([
      ['secretly', 2],
      ['hidden', 1],
      ['one', 1],
      ['heavy', 0],
    ])
  })

  test('upcoming and past events are sorted nearest first, without hidden ones and hidden links', async () => {
    const confirmed = { status: 'confirmed' as const }
    test_.clock.set('2031-05-10T12:00:00Z')
    const [reader, member] = [await test_.as('reader'), await test_.as('reader')]
    const og = await anOg(test_.ctx, { name: 'secret og', read_user: [member.id] })
    await anEvent(test_.ctx, { ...confirmed, title: 'next', start_time: '2031-05-11', ogs: [og.id] })
    await anEvent(test_.ctx, { ...confirmed, title: 'later', start_time: '2031-05-23' })
    await anEvent(test_.ctx, { ...confirmed, title: 'too late', start_time: '2031-05-24' })
    await anEvent(test_.ctx, { ...confirmed, title: 'yesterday', start_time: '2031-05-09' })
    await anEvent(test_.ctx, { ...confirmed, title: 'long ago', start_time: '2031-04-30' })
    await anEvent(test_.ctx, { ...confirmed, title: 'this year', start_time: '2031' })
    await anEvent(test_.ctx, { ...confirmed, title: 'this month', start_time: '2031-05' })
    await anEvent(test_.ctx, { ...confirmed, title: 'hidden', start_time: '2031-05-12', read_user: [member.id] })
    const titles = async (client: Client) => {
      const { coming, past } = await client.get(dashboardEvents, {})
      return { coming: coming.map(event => event.title), past: past.map(event => event.title) }
    }
    expect(await titles(reader)).toEqual({
      coming: ['next', 'later', 'this month', 'this year'],
      past: ['yesterday', 'long ago'],
    })
    expect((await titles(member)).coming).toEqual(['next', 'hidden', 'later', 'this month', 'this year'])
    expect(JSON.stringify(await reader.get(dashboardEvents, {}))).not.toContain('secret')
  })

  test('drafts that no readable record is linked with do not displace other events', async () => {
    const [reader, admin] = [await test_.as('reader'), await test_.as('admin')]
    test_.clock.set('2026-11-21T20:00:00Z')
    const draft = { status: 'draft' as const, start_time: '2026-11-24' }
    for (let n = 0; n < 25; n += 1) await anEvent(test_.ctx, draft)
    const hidden = await anOg(test_.ctx, { read_user: [admin.id] })
    await anEvent(test_.ctx, { ...draft, title: 'of a hidden record', ogs: [hidden.id] })
    const og = await anOg(test_.ctx)
    await anEvent(test_.ctx, { ...draft, title: 'linked', ogs: [og.id] })
    await anEvent(test_.ctx, { status: 'confirmed', start_time: '2026-11-26', title: 'confirmed' })
    const titles = (await reader.get(dashboardEvents, {})).coming.map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['linked', 'confirmed']))
    expect(titles).not.toContain('of a hidden record')
  })
})
