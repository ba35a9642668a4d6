import { afterAll, expect, test } from 'vitest'
import { createList } from '#contract/list.api.ts'
import { listAlgorithms, type MatchReply, matchParties } from '#contract/match.api.ts'
import { editors, roles } from '#contract/role.ts'
import { fileOf, load } from '#server/features/list/testing.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { closeEngine } from './screening.service.ts'

const app = useTestApp()
afterAll(closeEngine)

type Sent = { list?: string; query?: object; queries: Record<string, unknown> }
async function matched(client: Client, { list = 'default', query = {}, queries }: Sent) {
  const answer = await client.call(matchParties, {
    params: { list },
    query: query as never,
    body: { queries } as never,
  })
  return { status: answer.status, reply: answer.body as unknown as MatchReply }
}
const person = (name: string, more: object = {}) => ({ schema: 'Person', properties: { name: [name], ...more } })

test('parties are matched in the format of yente, by list or against all, and nothing is stored', async () => {
  const [admin, editor] = [await app.as('admin'), await app.as('editor')]
  const list = await admin.get(createList, { body: { name: 'Sanctions' } })
  const empty = await matched(editor, { queries: { a: person('Anybody') } })
  expect(empty.reply.responses.a).toMatchObject({ status: 200, results: [] })
  await load(
    app,
    admin,
    list,
    fileOf([
      {
        id: 'x-1',
        properties: { name: ['Sergei Vladimirovich Petrenko'], birthDate: ['1970-02-03'], country: ['ru'] },
      },
      { id: 'x-2', schema: 'Company', properties: { name: ['Northern Tannery LLC'] } },
    ]),
  )
  const queries = {
    'q 1': person('Сергей Владимирович Петренко', { birthDate: '1970-02-03' }),
    'q 2': { schema: 'Company', properties: { name: ['NORTHERN TANNERY, Limited Liability Company'] } },
    none: person('Ann-Kristin Weißenfels'),
    𠮷: person('   '),
    odd: { schema: 'Spaceship', properties: { name: ['Northern Tannery'], colour: 'red' } },
  }
  const { status, reply } = await matched(editor, { list: String(list.id), queries })
  expect(status).toBe(200)
  expect(reply.responses['q 1']?.results[0]).toMatchObject({
    id: 'x-1',
    caption: 'Sergei Vladimirovich Petrenko',
    schema: 'Person',
    datasets: ['Sanctions'],
    match: true,
  })
  expect(reply.responses['q 1']?.query).toEqual(queries['q 1'])
  expect(reply.responses['q 2']?.results[0]).toMatchObject({ id: 'x-2', match: true })
  expect(reply.responses.none?.results).toEqual([])
  expect(reply.responses['𠮷']?.results).toEqual([])
  expect(Object.keys(reply.responses)).toEqual(Object.keys(queries))
  const strict = await matched(editor, {
    query: { threshold: '1', cutoff: '0.5' },
    queries: { a: person('Sergei Petrenko') },
  })
  expect(strict.reply.responses.a?.results[0]).toMatchObject({ match: false })
  expect((await editor.get(listAlgorithms)).algorithms[0]).toMatchObject({ threshold: 0.7 })
})

test('users without the right, unknown lists and malformed requests are refused', async () => {
  const editor = await app.as('editor')
  const one = { a: person('Anybody') }
  for (const role of roles.filter(role => !editors.includes(role as never)))
    expect((await matched(await app.as(role), { queries: one })).status, role).toBe(403)
  expect((await matched(editor, { list: '999999', queries: one })).status).toBe(404)
  expect((await matched(editor, { list: 'x', queries: one })).status).toBe(422)
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`q${n}`, person('Anybody')]))
  expect((await matched(editor, { queries: many })).status).toBe(422)
  expect((await matched(editor, { queries: { a: { schema: 'Person', properties: { name: [7] } } } })).status).toBe(422)
  expect((await matched(editor, { query: { limit: '51' }, queries: one })).status).toBe(422)
  const odd = { ['__proto__x']: person('\u200f\u202e‮أحمد'), b: person('a'.repeat(500)) }
  expect((await matched(editor, { queries: odd })).status).toBe(200)
})
