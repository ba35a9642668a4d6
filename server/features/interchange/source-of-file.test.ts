import { expect, test } from 'vitest'
import { listClaims } from '#contract/claim.api.ts'
import { decideImportChoices } from '#contract/import_choice.api.ts'
import { getInterchange, setInterchangeSource } from '#contract/interchange.api.ts'
import { createOg, getOg, listOgs } from '#contract/og.api.ts'
import { getPerson, listPersons } from '#contract/person.api.ts'
import { getSource } from '#contract/source.api.ts'
import { aSource } from '#server/features/source/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { idParams, importAndCheck, run, sum } from './testing.ts'

const home = useTestApp()

/** A parliament as in every Popolo file: the same ids, other names. */
const popolo = (country: string, members: readonly string[]) =>
  JSON.stringify({
    organizations: [{ id: 'legislature', name: `Parliament of ${country}`, classification: 'legislature' }],
    persons: members.map((name, n) => ({ id: `person/${n}`, name: `${name} of ${country}` })),
    memberships: members.map((_, n) => ({
      person_id: `person/${n}`,
      organization_id: 'legislature',
      role: 'member',
    })),
  })

test('two files with the same ids remain two parliaments, each with its own members', async () => {
  const editor = await home.as('editor')
  for (const country of ['Aland', '𠮷国']) {
    const dry = await importAndCheck(home, editor, popolo(country, ['Ada', 'Ivo']), `${country}.json`)
    expect(dry).toMatchObject({ format: 'popolo', state: 'checked', source_id: null })
    expect([sum(dry, 'new'), sum(dry, 'changed'), sum(dry, 'wrong')]).toEqual([5, 0, 0])
    expect(await run(home, editor, dry)).toMatchObject({ state: 'done', written: 5 })
  }
  const { items } = await editor.get(listOgs, { query: { keyword: 'Parliament of', sort: 'name' } })
  expect(items.map(og => og.name)).toEqual(['Parliament of Aland', 'Parliament of 𠮷国'])
  for (const og of items) {
    const members = await editor.get(listPersons, { query: { keyword: 'of', og: String(og.id) } as never })
    const people = await Promise.all(members.items.map(({ id }) => editor.get(getPerson, idParams(id))))
    expect(people.map(({ name }) => name).sort()).toEqual(['Ada', 'Ivo'].map(name => `${name}${og.name.slice(10)}`))
    for (const person of people) expect(person.ogs).toEqual([og.id])
  }
})

test('the same file again has the same source, and changes nothing', async () => {
  const [editor, other] = [await home.as('editor'), await home.as('super_editor')]
  const first = await run(home, editor, await importAndCheck(home, editor, popolo('Bland', ['Uma']), 'bland.json'))
  const source = await editor.get(getSource, idParams(first.source_id ?? 0))
  expect(source).toMatchObject({ name: 'bland.json', kind: 'file' })
  for (const who of [editor, other]) {
    const again = await importAndCheck(home, who, popolo('Bland', ['Uma']), 'bland.json')
    expect(again.source_id).toBe(source.id)
    expect([sum(again, 'new'), sum(again, 'changed'), sum(again, 'unchanged')]).toEqual([0, 0, 3])
  }
})

test('another source may be chosen, and the dry run shows the effect', async () => {
  const editor = await home.as('editor')
  const first = await run(home, editor, await importAndCheck(home, editor, popolo('Cland', ['Eva']), 'cland.json'))
  const dry = await importAndCheck(home, editor, popolo('Cland', ['Eva', 'Jan']), 'cland-2026.json')
  expect([dry.source_id, sum(dry, 'new'), sum(dry, 'unchanged')]).toEqual([null, 5, 0])
  await editor.get(setInterchangeSource, { ...idParams(dry.id), body: { source_id: first.source_id } })
  await home.drainJobs()
  const anew = await editor.get(getInterchange, idParams(dry.id))
  expect([anew.source_id, sum(anew, 'new'), sum(anew, 'unchanged')]).toEqual([first.source_id, 2, 3])
  await run(home, editor, anew)
  expect((await editor.get(listOgs, { query: { keyword: 'Parliament of Cland' } })).total).toBe(1)
})

test('each value of a file has its source; a second file with other values shows the difference', async () => {
  const editor = await home.as('editor')
  const file = (name: string, founded: string) =>
    JSON.stringify({ organizations: [{ id: 'Q42424242', name, founding_date: founded }] })
  const first = await run(home, editor, await importAndCheck(home, editor, file('Fland Bank', '1901'), 'fland.json'))
  const [og] = (await editor.get(listOgs, { query: { keyword: 'Fland Bank' } })).items
  const claims = () => editor.get(listClaims, { query: { noun: 'og', record_id: String(og?.id) } })
  const known = await claims()
  expect(known.facts).toContainEqual({ field: 'register_time', state: 'supported', origins: 1 })
  expect(known.items.every(claim => claim.source?.id === first.source_id)).toBe(true)
  await run(home, editor, await importAndCheck(home, editor, file('Fland Bank', '1902'), 'other.json'))
  const both = await claims()
  expect(both.facts).toContainEqual({ field: 'register_time', state: 'disputed', origins: 1 })
  expect(both.facts).toContainEqual({ field: 'name', state: 'supported', origins: 2 })
})

test('a source that the user may not read is neither proposed nor accepted', async () => {
  const [owner, other] = [await home.as('editor'), await home.as('editor')]
  const mine = await importAndCheck(home, owner, popolo('Dland', []), 'dland.json')
  const done = await run(home, owner, mine, { read_user: [owner.id] })
  expect(await owner.get(getSource, idParams(done.source_id ?? 0))).toMatchObject({ read_user: [owner.id] })
  const theirs = await importAndCheck(home, other, popolo('Dland', []), 'dland.json')
  expect([theirs.source_id, sum(theirs, 'new')]).toEqual([null, 1])
  const hidden = await aSource(home.ctx, { owner: owner.id, read_user: [owner.id] })
  for (const source_id of [hidden.id, 999_999])
    await expect(other.get(setInterchangeSource, { ...idParams(theirs.id), body: { source_id } })).rejects.toThrow(
      /Source not found/,
    )
  await expect(owner.get(setInterchangeSource, { ...idParams(theirs.id), body: { source_id: null } })).rejects.toThrow(
    /"code":404/,
  )
})

test('an id that the team entered still finds its record', async () => {
  const editor = await home.as('editor')
  const own = await editor.get(createOg, { body: { name: 'Eland House', external_id: 'house-of-eland' } })
  const file = JSON.stringify({ organizations: [{ id: 'house-of-eland', name: 'Eland House' }] })
  const done = await run(home, editor, await importAndCheck(home, editor, file, 'eland.json'))
  expect([sum(done, 'new'), sum(done, 'unchanged') + sum(done, 'changed')]).toEqual([0, 1])
  const renamed = JSON.stringify({ organizations: [{ id: 'house-of-eland', name: 'Eland House of 2026' }] })
  const dry = await importAndCheck(home, editor, renamed, 'eland.json')
  // A value that the team typed stays unless a user accepts the file's value.
  await editor.get(decideImportChoices, { body: { interchange: dry.id, rule: 'take' } })
  await run(home, editor, dry)
  expect(await editor.get(getOg, idParams(own.id))).toMatchObject({ name: 'Eland House of 2026' })
})
