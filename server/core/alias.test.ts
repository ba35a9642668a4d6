import { expect, test } from 'vitest'
import { AliasNotes } from '#contract/alias.ts'
import { createOg, getOg, listOgHistory, restoreOgValue, updateOg } from '#contract/og.api.ts'
import { createPerson, getPerson, listPersons, updatePerson } from '#contract/person.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const test_ = useTestApp()
const at = (id: number) => ({ id: String(id) })
const rtl = 'شركة المثال'

test('each kind of an alias is stored once, with the language given for any of its kinds', () => {
  const notes = AliasNotes.parse([
    { alias: '𠮷田', kind: 'former', lang: null },
    { alias: '𠮷田', kind: 'original', lang: 'ja' },
    { alias: '𠮷田', kind: 'former', lang: 'zh_hant' },
    { alias: '𠮷田', kind: null, lang: 'ko' },
    { alias: 'Plain', kind: null, lang: null },
  ])
  expect(notes).toEqual([
    { alias: '𠮷田', kind: 'former', lang: 'zh-Hant' },
    { alias: '𠮷田', kind: 'original', lang: 'ja' },
  ])
  for (const lang of ['x', 'not a language', '中文', '-', `${'a'.repeat(40)}`])
    expect(AliasNotes.safeParse([{ alias: 'A', kind: null, lang }]).success).toBe(false)
})

test('notes of an alias are stored with it, removed with it, and shown in the history', async () => {
  const editor = await test_.as('editor')
  const long = '名'.repeat(200)
  const made = await editor.get(createOg, {
    body: {
      name: 'Example Ltd',
      aliases: [rtl, long, 'Exemplar'],
      alias_notes: [
        { alias: rtl, kind: 'original', lang: 'ar' },
        { alias: long, kind: 'former', lang: null },
        { alias: 'Nobody', kind: 'weak', lang: null },
      ],
    },
  })
  expect(made.alias_notes).toHaveLength(2)
  const renamed = await editor.get(updateOg, { body: { id: made.id, aliases: [rtl, 'Exemplar'] } })
  expect(renamed.alias_notes).toEqual([{ alias: rtl, kind: 'original', lang: 'ar' }])
  const { items } = await editor.get(listOgHistory, { params: at(made.id) })
  expect(items[0]?.changes.map(({ field }) => field).toSorted()).toEqual(['alias_notes', 'aliases'])
  const same = await editor.get(updateOg, { body: { id: made.id, scale: '3' } })
  expect(same.alias_notes).toEqual(renamed.alias_notes)
  const params = { id: String(made.id), history_id: String(items[0]?.id) }
  const back = await editor.get(restoreOgValue, { params, body: { field: 'aliases', rev: same.rev } })
  expect(back.aliases).toContain(long)
  expect((await editor.get(getOg, { params: at(made.id) })).alias_notes).toEqual(renamed.alias_notes)
})

test('a person has gender, death and a picture’s address; death cannot precede birth', async () => {
  const editor = await test_.as('editor')
  const body = { name: '姜𤨒姬', gender: 'female', birth_time: '1923', picture: 'https://example.org/p.jpg' } as const
  const made = await editor.get(createPerson, { body: { ...body, death_time: '1923-04' } })
  expect(made).toMatchObject({ gender: 'female', death_time: '1923-04', picture: body.picture })
  const wrong = await editor.call(updatePerson, { params: at(made.id), body: { death_time: '1922-12-31' } })
  expect(wrong.body.errors).toMatchObject([{ path: 'death_time' }])
  const moved = await editor.call(updatePerson, { params: at(made.id), body: { birth_time: '1924' } })
  expect(moved.status).toBe(422)
  const odd = await editor.call(updatePerson, { params: at(made.id), body: { gender: 'Mr' as never } })
  expect(odd.status).toBe(422)
  const noted = { aliases: ['W'], alias_notes: [{ alias: 'W', kind: 'weak' as const, lang: null }] }
  await editor.get(updatePerson, { params: at(made.id), body: noted })
  expect((await editor.get(getPerson, { params: at(made.id) })).alias_notes).toEqual(noted.alias_notes)
  const { items } = await editor.get(listPersons, { query: { id: [String(made.id)] } })
  expect(items[0]).toMatchObject({ gender: 'female' })
  expect(items[0]).not.toHaveProperty('alias_notes')
})
