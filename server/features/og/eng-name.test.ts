import { beforeAll, expect, test } from 'vitest'
import { createEvent, getEvent } from '#contract/event.api.ts'
import { listMemberships } from '#contract/membership.api.ts'
import { listFollows } from '#contract/notification.api.ts'
import { createOg } from '#contract/og.api.ts'
import { createOgRelation, listOgRelations } from '#contract/og_relation.api.ts'
import { ogOwnership } from '#contract/ownership.api.ts'
import { createPerson, getPerson } from '#contract/person.api.ts'
import { ogRelation } from '#contract/relation.api.ts'
import { suggestSearch } from '#contract/search.api.ts'
import { drainSearch } from '#server/features/search/search.service.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
const name = '吉田商事'
const eng_name = 'Yoshida Trading'
const params = (id: number) => ({ params: { id: String(id) } })
let editor: Client
let id: number
let other: number
let party: number
let person: number

beforeAll(async () => {
  editor = await app.as('super_editor')
  id = (await editor.get(createOg, { body: { name, eng_name } })).id
  party = (await editor.get(createOg, { body: { name: '改革党', eng_name: 'Reform Party' } })).id
  other = (await editor.get(createOg, { body: { name: '无英文名' } })).id
  const memberships = [{ og_id: id, on_behalf_of: party }]
  person = (await editor.get(createPerson, { body: { name: '田中', memberships } })).id
  const link = { type: 'owns', from: { noun: 'og', id }, og_id: other, share_min: 60, share_max: 60 } as const
  await editor.get(createOgRelation, { body: link })
})

test('linked organisations of an event have their English name, and none if they have none', async () => {
  const event = await editor.get(createEvent, { body: { title: 'x', ogs: [id, other], persons: [person] } })
  const { ogs, persons } = await editor.get(getEvent, params(event.id))
  expect(ogs).toHaveLength(2)
  expect(ogs).toEqual(
    expect.arrayContaining([
      { id, name, eng_name },
      { id: other, name: '无英文名' },
    ]),
  )
  expect(persons).toEqual([{ id: person, name: '田中' }])
})

test('memberships have it, for the organisation and for the party', async () => {
  const on_behalf_of = { id: party, name: '改革党', eng_name: 'Reform Party' }
  const both = { og_name: name, og_eng_name: eng_name, on_behalf_of }
  expect(await editor.get(getPerson, params(person))).toMatchObject({ memberships: [both] })
  expect(await editor.get(listMemberships, { query: { og: [String(id)] } })).toMatchObject({ items: [both] })
})

test('links, chains of ownership and the graph have it', async () => {
  const end = { noun: 'og', id, name, eng_name }
  expect((await editor.get(listOgRelations, { query: { og: String(other) } })).items).toMatchObject([{ from: end }])
  const { nodes } = await editor.get(ogOwnership, params(other))
  expect(nodes).toEqual(expect.arrayContaining([expect.objectContaining({ ...end, key: `o${id}` })]))
  const graph = await editor.get(ogRelation, params(other))
  expect(graph.nodes).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'og', id, name, eng_name })]))
})

test('suggestions of the search have it, for the result and for the organisation of a person', async () => {
  await drainSearch(app.ctx)
  const { items } = await editor.get(suggestSearch, { query: { keyword: name } })
  expect(items).toMatchObject([{ noun: 'og', id, title: name, eng_name }])
  const persons = await editor.get(suggestSearch, { query: { keyword: '田中' } })
  expect(persons.items).toMatchObject([{ noun: 'person', id: person, og: { id, name, eng_name } }])
})

test('followed records have it', async () => {
  const { items } = await editor.get(listFollows, { query: { record_id: String(id) } })
  expect(items.filter(({ noun }) => noun === 'og')).toMatchObject([{ record_id: id, title: name, eng_name }])
})
