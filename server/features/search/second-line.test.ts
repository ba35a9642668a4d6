import { expect, test } from 'vitest'
import { createOgCate } from '#contract/og_cate.api.ts'
import { search, suggestSearch } from '#contract/search.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { drainSearch } from './search.service.ts'

const test_ = useTestApp()

test('a text that several fields contain is indexed once in an entry', async () => {
  const admin = await test_.as('admin')
  await anOg(test_.ctx, {
    name: 'Doppelt Bank',
    external_id: '70858',
    identifiers: [{ scheme: 'cik', value: '70858', country: null, label: null, start_time: null, end_time: null }],
  })
  await aPerson(test_.ctx, {
    name: 'Doppelt Person',
    labels: ['UN Al-Qaida', '银行', 'Al-Qaid', '𠮷'],
    desc_sum: 'UN Al-Qaida QDi.064 · 中国银行 𠮷田',
    desc: 'A bank.\nA bank.',
  })
  await drainSearch(test_.ctx)
  const { items } = await admin.get(search, { query: { keyword: 'Doppelt' } })
  expect(items.map(item => [item.title, item.passage?.text]).sort()).toEqual([
    ['Doppelt Bank', '70858'],
    ['Doppelt Person', '银行 Al-Qaid 𠮷 UN Al-Qaida QDi.064 · 中国银行 𠮷田 A bank. A bank.'],
  ])
})

test('a result shows country, category, year and an organisation that its reader may read, never another', async () => {
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
