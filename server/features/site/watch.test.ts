import { expect, it } from 'vitest'
import { getOg } from '#contract/og.api.ts'
import { getSite, listRounds, watchSite } from '#contract/site.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const test = useTestApp()
const entrances = ['https://watch.example/', 'https://watch.example/新闻']

async function aBareOg(values: object = {}) {
  const og = await anOg(test.ctx, { name: 'To be watched', entrances: [], ...values })
  return { og, params: { id: String(og.id) } }
}

it('starts watching a site in one act: addresses, schedule, and the first round', async () => {
  const editor = await test.as('editor')
  const { og, params } = await aBareOg()
  const site = await editor.get(watchSite, { params, body: { entrances, is_on: true, rev: og.rev } })
  expect(site).toMatchObject({ is_on: true, round: { number: 1, state: 'running', cause: 'person' } })
  expect(site.next_at).not.toBeNull()
  expect(await editor.get(getOg, { params })).toMatchObject({ entrances })
  // If it is requested again while the round is running, the round continues.
  await editor.get(watchSite, { params, body: { entrances, is_on: true } })
  expect((await editor.get(listRounds, { params })).total).toBe(1)
})

it('switched off, it stores the addresses and fetches nothing', async () => {
  const editor = await test.as('editor')
  const { params } = await aBareOg()
  const site = await editor.get(watchSite, { params, body: { entrances, is_on: false } })
  expect(site).toMatchObject({ is_on: false, next_at: null, round: null })
  expect(await editor.get(getOg, { params })).toMatchObject({ entrances })
})

it('is atomic: it fails without an address, if it is stale or unreadable, or without permission', async () => {
  const [editor, reader, other] = [await test.as('editor'), await test.as('reader'), await test.as('editor')]
  const { og, params } = await aBareOg()
  const call = (client: typeof editor, body: object) => client.call(watchSite, { params, body } as never)
  expect((await call(editor, { entrances: [], is_on: true })).status).toBe(422)
  expect((await call(editor, { entrances: ['no address'], is_on: true })).status).toBe(422)
  expect((await call(editor, { entrances, is_on: true, rev: og.rev + 5 })).status).toBe(409)
  expect((await call(reader, { entrances, is_on: true })).status).toBe(403)
  const closed = await aBareOg({ read_user: [editor.id], owner: editor.id })
  const hidden = await other.call(watchSite, { params: closed.params, body: { entrances, is_on: true } })
  expect(hidden.status).toBe(404)
  expect(await editor.get(getOg, { params })).toMatchObject({ entrances: [], rev: og.rev })
  expect(await editor.get(getSite, { params })).toMatchObject({ is_on: false, round: null })
})
