import { expect, test } from 'vitest'
import { createOgCate } from '#contract/og_cate.ts'
import { search, suggestSearch } from '#contract/search.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { drainSearch } from './search.ts'

const test_ = useTestApp()

test('what is found says country, category, year and an organisation that its reader may read, never another', async () => {
  const [admin, editor] = [await test_.as('admin'), await test_.as('editor')]
  const category = await admin.get(createOgCate, { body: { name: 'Harbours 𠮷' } })
  const open = await anOg(test_.ctx, {
    name: 'Zweitzeile Open',
    category_id: category.id,
    region: 'IS',
    register_time: '1901-02',
  })
  const hidden = await anOg(test_.ctx, { name: 'Zweitzeile Hidden', read_user: [999_999], weight: 100 })
  await aPerson(test_.ctx, {
    name: 'Zweitzeile Person',
    birth_time: '1958-10',
    region: 'CN',
    ogs: [hidden.id, open.id],
  })
  await drainSearch(test_.ctx)
  const wanted = [
    { title: 'Zweitzeile Open', region: 'IS', category: 'Harbours 𠮷', year: '1901' },
    { title: 'Zweitzeile Person', region: 'CN', category: null, year: '1958', og: { name: 'Zweitzeile Open' } },
  ]
  const byTitle = (a: { title: string }, b: { title: string }) => a.title.localeCompare(b.title)
  const found = await editor.get(search, { query: { keyword: 'Zweitzeile' } })
  expect(found.items.toSorted(byTitle)).toMatchObject(wanted)
  const suggested = await editor.get(suggestSearch, { query: { keyword: 'Zweitz' } })
  expect(suggested.items.toSorted(byTitle)).toMatchObject(wanted)
  expect(JSON.stringify([found, suggested])).not.toContain('Hidden')
})
