import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { search, suggestSearch } from '#contract/search.api.ts'
import { anOg } from '#server/features/og/factory.ts'
import { aPerson } from '#server/features/person/factory.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { drainSearch } from './search.service.ts'

const app = useTestApp()
let admin: Client
beforeAll(async () => {
  admin = await app.as('admin')
})

const searchFor = (keyword: string) => admin.get(search, { query: { keyword } })
const titles = async (keyword: string) => (await searchFor(keyword)).items.map(item => item.title)
const suggested = async (keyword: string) => (await admin.get(suggestSearch, { query: { keyword } })).items

describe('search by sound', () => {
  test('names are found by pinyin and initials, and the result reports it', async () => {
    await anOg(app.ctx, { name: '鹭岛远洋' })
    await drainSearch(app.ctx)
    for (const [keyword, by] of [
      ['ludaoyuanyang', 'pinyin'],
      ['lu dao yuan', 'pinyin'],
      ['ldyy', 'initials'],
    ] as const) {
      const [item] = (await searchFor(keyword)).items
      expect([item?.title, item?.why[0]?.by]).toEqual(['鹭岛远洋', by])
      expect((await suggested(keyword))[0]).toMatchObject({ title: '鹭岛远洋', by })
    }
  })

  test('a name is found by its sound from any syllable, after names with this beginning', async () => {
    await aPerson(app.ctx, { name: '王小明' })
    await aPerson(app.ctx, { name: '肖鸣' })
    await drainSearch(app.ctx)
    expect(await titles('xiaoming')).toEqual(['肖鸣', '王小明'])
    for (const [keyword, by] of [
      ['xiaoming', 'pinyin'],
      ['xiao ming', 'pinyin'],
      ['xm', 'initials'],
    ] as const) {
      const item = (await searchFor(keyword)).items.find(each => each.title === '王小明')
      expect([keyword, item?.why[0]?.by]).toEqual([keyword, by])
      expect((await suggested(keyword)).find(each => each.title === '王小明')).toMatchObject({ by })
    }
    expect(await titles('iaoming')).toEqual([])
  })

  test('words in the title rank before a sound with this beginning, and mere letter sequences come last', async () => {
    await anOg(app.ctx, { name: 'M&T Pank' })
    await anOg(app.ctx, { name: 'Spankfield Works', weight: 100 })
    await aPerson(app.ctx, { name: 'Панкратов', score: 100 })
    await drainSearch(app.ctx)
    const { items } = await searchFor('pank')
    expect(items.map(item => [item.title, item.why[0]])).toEqual([
      ['M&T Pank', { by: 'title', text: null }],
      ['Панкратов', { by: 'pinyin', text: null }],
      ['Spankfield Works', { by: 'title', text: null }],
    ])
  })

  test('a short word does not join the next one, unless syllables of its script are typed together', async () => {
    await aPerson(app.ctx, { name: 'Said Hamdan', aliases: ['سعيد بن خميس'] })
    await aPerson(app.ctx, { name: '정몬규' })
    await aPerson(app.ctx, { name: '张贝' })
    await drainSearch(app.ctx)
    expect([await titles('bank'), await suggested('bank')]).toEqual([[], []])
    for (const keyword of ['ban kh', 'ban khamis', 'saidban', 'said ban khamis', 'khamis']) {
      const [item] = (await searchFor(keyword)).items
      expect([keyword, item?.title, item?.why[0]]).toEqual([
        keyword,
        'Said Hamdan',
        { by: 'pinyin', text: 'سعيد بن خميس' },
      ])
      expect((await suggested(keyword))[0]).toMatchObject({ title: 'Said Hamdan' })
    }
    for (const keyword of ['jungmon', 'jung mon'])
      expect([keyword, await titles(keyword)]).toEqual([keyword, ['정몬규']])
    for (const keyword of ['zhangb', 'zhangbei', 'zhang bei', 'zb'])
      expect([keyword, await titles(keyword)]).toEqual([keyword, ['张贝']])
  })

  test.each([
    ['Хусейн Ибрагимов', ['khuseyn ibragimov', 'husein', 'Ibragimov', 'ibragimov khuseyn', 'khuseinib']],
    ['Сергей Шойгу', ['sergei shoigu', 'shoygu', 'SERGEY']],
    ['Αλέξης Τσίπρας', ['alexis', 'tsipras alexis']],
    ['백순렬', ['baek sunryeol', 'paek']],
    ['नरेन्द्र मोदी', ['narendr', 'modi']],
  ])('%s is found by Latin letters', async (name, keywords) => {
    const person = await aPerson(app.ctx, { name })
    await drainSearch(app.ctx)
    for (const keyword of keywords) expect([keyword, await titles(keyword)]).toEqual([keyword, [name]])
    expect((await suggested(keywords[0]!))[0]).toMatchObject({ title: name, by: 'pinyin' })
    await sql`delete from person where id = ${person.id}`.execute(app.db)
  })
})
