import { afterAll, expect, test } from 'vitest'
import { createList } from '#contract/list.api.ts'
import { editors, roles } from '#contract/role.ts'
import { type PartyToScreen, screenParties } from '#contract/screening_file.api.ts'
import { createToken, type TokenScope } from '#contract/token.api.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { closeEngine } from '#server/features/screening/screening.service.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
afterAll(closeEngine)

const screened = (client: Client, parties: PartyToScreen[], more: object = {}) =>
  client.call(screenParties, { body: { parties, ...more } })

async function aList(admin: Client) {
  const list = await admin.get(createList, { body: { name: `Sanctions ${Math.random()}` } })
  const sergei = { name: ['Sergei Vladimirovich Petrenko'], birthDate: ['1970-02-03'], country: ['ru'] }
  const tannery = { name: ['Northern Tannery LLC'], country: ['de'] }
  return await load(
    app,
    admin,
    list,
    fileOf([
      { id: 'x-1', properties: sergei },
      { id: 'x-2', schema: 'Company', properties: tannery },
    ]),
  )
}

test('without a list nothing can be compared, and the answer is no empty result', async () => {
  const editor = await app.as('editor')
  const answer = await screened(editor, [{ name: 'Sergei Petrenko' }])
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'list_ids' }] } })
})

test('screens names against the lists, and returns what they were compared with', async () => {
  const admin = await app.as('admin')
  const editor = await app.as('editor')
  const list = await aList(admin)
  const { body } = await screened(editor, [
    { name: 'Петренко Сергей Владимирович', kind: 'person', dates: ['3 Feb 1970'], countries: ['Russia'] },
    { name: 'Northern Tannery, Limited Liability Company', kind: 'organisation' },
    { name: 'Ann-Kristin Weißenfels', dates: ['31/31/1999'], countries: ['Atlantis'] },
    { name: '…' },
  ])
  expect(body.data.lists).toEqual([{ id: list.id, name: list.name, version: 1 }])
  const [sergei, tannery, nobody, empty] = body.data.results
  expect(sergei).toMatchObject({ result: 'strong', hits: [{ key: 'x-1', list: { id: list.id } }] })
  expect(tannery).toMatchObject({ result: 'strong', hits: [{ key: 'x-2' }] })
  expect(nobody).toMatchObject({ result: 'none', hits: [] })
  // Values that were not understood are reported, not dropped.
  expect(nobody?.notes.join(' ')).toMatch(/31\/31\/1999.*Atlantis/)
  expect(empty).toMatchObject({ result: 'wrong', fault: expect.any(String) })
})

test('a list that does not exist is refused instead of finding nothing', async () => {
  const editor = await app.as('editor')
  expect((await screened(editor, [{ name: 'x y' }], { list_ids: [987_654] })).status).toBe(422)
})

test.each(roles)('a %s may screen names only as an editor', async role => {
  const client = await app.as(role)
  expect((await screened(client, [{ name: 'Sergei Petrenko' }])).status).toBe(editors.includes(role) ? 200 : 403)
})

test('a token needs the scope: 100 names in one request', async () => {
  const editor = await app.as('editor')
  const statusWith = async (scopes: TokenScope[], count: number) => {
    const { secret } = await editor.get(createToken, {
      params: { id: String(editor.id) },
      body: { name: 'nightly', scopes, minutes: 10 },
    })
    const payload = { parties: Array.from({ length: count }, (_, n) => ({ name: `Person ${n}` })) }
    const headers = { authorization: `Bearer ${secret}` }
    return (await app.app.inject({ method: 'POST', url: '/v1/screen', headers, payload })).statusCode
  }
  expect(await statusWith(['screen'], 100)).toBe(200)
  expect(await statusWith(['screen'], 101)).toBe(422)
  expect(await statusWith(['read', 'write'], 1)).toBe(403)
})
