import { expect, test } from 'vitest'
import { listClaims } from '#contract/claim.api.ts'
import { listMemberships } from '#contract/membership.api.ts'
import { listPersons, updatePerson } from '#contract/person.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { lastRun, undoRun } from '../import_run/testing.ts'
import { importFile } from './testing.ts'

const home = useTestApp()
const at = (id: number) => ({ params: { id: String(id) } })

const claimsOf = async (client: Client, noun: string, id: number) => {
  const { items } = await client.get(listClaims, { query: { noun, record_id: String(id) } as never })
  return items.map(({ field, value, source }) => `${source?.name}: ${field} ${JSON.stringify(value)}`).sort()
}
const membersOf = async (client: Client, og: { id: number }) =>
  (await client.get(listMemberships, { query: { og: [String(og.id)], sort: 'person_name' } as never })).items

test('memberships created by the rows of a table are claims of its source, as long as they exist', async () => {
  const editor = await home.as('editor')
  const og = await anOg(home.ctx, { name: 'House of 姜𤨒' })
  const csv = 'external_id,name,organisations\nm-1,Ada,House of 姜𤨒 (chair)\nm-2,Ben,House of 姜𤨒\n'
  const done = await importFile(home, editor, 'm.csv', csv, {}, 'person')
  expect(done.counts).toMatchObject({ new: 2 })
  const [ada, ben] = await membersOf(editor, og)
  expect(await claimsOf(editor, 'membership', ada!.id)).toEqual(['m.csv: link true', 'm.csv: role "chair"'])
  expect(await claimsOf(editor, 'membership', ben!.id)).toEqual(['m.csv: link true'])
  // A remaining membership keeps its claims; a removed one loses them.
  await editor.get(updatePerson, { ...at(ada!.person_id), body: { position: 'Speaker' } })
  await undoRun(home, editor, await lastRun(editor, { import: done.id }))
  expect((await membersOf(editor, og)).map(({ person_name }) => person_name)).toEqual(['Ada'])
  expect(await claimsOf(editor, 'membership', ada!.id)).toEqual(['m.csv: link true', 'm.csv: role "chair"'])
})

test('a table that changes nothing of a record still adds its claims, until it is undone', async () => {
  const editor = await home.as('editor')
  await anOg(home.ctx, { name: 'Court of 𠮷' })
  const csv = 'external_id,wikidata,name,organisations,region\nk-1,Q900041,Kim 𠮷,Court of 𠮷 (judge),FR\n'
  await importFile(home, editor, 'k.csv', csv, {}, 'person')
  const [kim] = (await editor.get(listPersons, { query: { keyword: 'Kim 𠮷' } })).items
  const again = await importFile(home, editor, 'l.csv', csv, {}, 'person')
  expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 1 })
  const own = (all: string[]) => all.filter(each => each.startsWith('l.csv'))
  const claims = await claimsOf(editor, 'person', kim!.id)
  expect(own(claims)).toEqual(
    claims.filter(each => each.startsWith('k.csv')).map(each => each.replace('k.csv', 'l.csv')),
  )
  expect(own(claims)).toContain('l.csv: region "FR"')
  const seat = kim!.memberships[0]!.id
  expect(own(await claimsOf(editor, 'membership', seat))).toEqual(['l.csv: link true', 'l.csv: role "judge"'])
  // A row that changes something also claims its numbers.
  await importFile(home, editor, 'n.csv', csv.replace('FR', 'DE'), { take: ['region'] }, 'person')
  expect((await claimsOf(editor, 'person', kim!.id)).filter(each => /^n.csv: identifiers/.test(each))).toHaveLength(1)
  await undoRun(home, editor, await lastRun(editor, { import: again.id }))
  expect(own(await claimsOf(editor, 'person', kim!.id))).toEqual([])
  expect(own(await claimsOf(editor, 'membership', seat))).toEqual([])
})
