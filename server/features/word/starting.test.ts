import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import * as word from '#contract/word.api.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { wordKey } from './normalise.ts'
import { buildScanner } from './scanner.ts'
import { startingWordsOf } from './starting.ts'
import { startingCategories } from './starting-categories.ts'

const all = startingWordsOf(['zh', 'en'])
const scanner = buildScanner(all.map(({ word: text, kind }, id) => ({ id, text, kind })))
const found = (text: string) => scanner.scan(text).map(({ id }) => all[id]?.word)

describe('the starting words', () => {
  it('are unique, regardless of letter case, width and script', () => {
    const keys = all.map(each => wordKey(each.word))
    expect(keys.filter((key, at) => !key || keys.indexOf(key) !== at)).toEqual([])
  })

  it('have these numbers by language, category and level', () => {
    const counts = (language: 'zh' | 'en') =>
      [...Object.keys(startingCategories), null].map(category => {
        const of = startingWordsOf([language]).filter(each => each.category === category)
        return `${category ?? 'allow'} ${[3, 2, 1].map(level => of.filter(each => each.level === level).length).join(' ')}`
      })
    expect(counts('zh')).toMatchInlineSnapshot(`
      [
        "sanction 17 14 3",
        "crime 24 25 5",
        "insolvency 14 23 7",
        "litigation 6 23 10",
        "boycott 7 18 5",
        "accident 10 21 5",
        "allow 0 0 31",
      ]
    `)
    expect(counts('en')).toMatchInlineSnapshot(`
      [
        "sanction 18 16 3",
        "crime 19 21 5",
        "insolvency 17 15 6",
        "litigation 7 20 8",
        "boycott 11 13 4",
        "accident 14 14 5",
        "allow 0 0 11",
      ]
    `)
    for (const language of word.startingLanguages)
      expect(startingWordsOf([language]).filter(({ kind }) => kind === 'word')).toHaveLength(
        word.startingWordCounts[language],
      )
  })

  it.each([
    ['listed as sanctioned, assets frozen', ['sanctioned', 'assets frozen']],
    ['該公司被列入制裁名單，資產凍結', ['列入制裁名单', '制裁名单', '制裁', '资产冻结']],
    ['The founder was INDICTED for money\nlaundering.', ['indicted', 'money laundering']],
    ['该公司已进入破产清算程序', ['破产清算', '破产']],
  ])('find their subject: %s', (text, words) => {
    expect(new Set(found(text))).toEqual(new Set(words))
  })

  it.each([
    '公司没有强制裁员的计划，行政机关限制裁量权',
    '本公司设有反洗钱和反商业贿赂制度，提醒用户谨防诈骗',
    '连续三年无安全事故，也无人员伤亡',
    'Our anti-money laundering and anti-bribery policies, and fraud prevention at work',
    'An officially sanctioned marathon; the courthouse is open; accidentally dropped',
    'The annual general meeting approved a dividend of 0.42 per share.',
    '股东大会通过利润分配方案，每股派发现金红利 0.42 元。法院路 1 号，近人民法院站。',
  ])('do not match harmless phrases: %s', text => {
    expect(found(text)).toEqual([])
  })
})

describe('loading them', () => {
  const app = useTestApp()
  beforeEach(async () => {
    await sql`truncate word, page, og cascade`.execute(app.db)
  })

  it("adds each word once, in the categories and with the note in the requester's language", async () => {
    const editor = await app.as('editor')
    expect(await editor.get(word.loadStartingWords, { body: {} })).toEqual({ added: all.length, existing: 0 })
    expect(await editor.get(word.loadStartingWords, { body: {} })).toEqual({ added: 0, existing: all.length })
    const { items } = await editor.get(word.listWordCategories)
    expect(items.map(({ category }) => category).sort()).toEqual(
      Object.values(startingCategories)
        .map(names => names['en-US'])
        .sort(),
    )
    const kept = await editor.get(word.listWords, { query: { keyword: 'Starting dictionary', pageSize: '1' } as never })
    expect(kept).toMatchObject({ total: all.length, items: [{ owner: editor.id, enabled: true, rev: 1 }] })
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from history
      where noun = 'word' and act = 'create'`.execute(app.db)
    expect(rows).toEqual([{ count: all.length }])
    await editor.get(word.bulkWord, {
      body: { act: 'delete', filter: { keyword: 'Starting dictionary' }, expected: all.length } as never,
    })
    expect((await editor.get(word.listWords)).total).toBe(0)
  })

  it('loads only one language', async () => {
    const editor = await app.as('editor')
    const english = all.filter(({ language }) => language === 'en')
    expect(await editor.get(word.loadStartingWords, { body: { languages: ['en'] } })).toEqual({
      added: english.length,
      existing: 0,
    })
  })

  it('leaves an existing word in traditional characters unchanged', async () => {
    const editor = await app.as('editor')
    const mine = await editor.get(word.createWord, {
      body: { word: '資產凍結', category: '我的', level: 1, enabled: false },
    })
    expect(await editor.get(word.loadStartingWords, { body: {} })).toEqual({ added: all.length - 1, existing: 1 })
    expect(await editor.get(word.getWord, { params: { id: String(mine.id) } })).toEqual(mine)
  })

  it('is only for users who may edit the words, and accepts only known languages', async () => {
    for (const role of ['reader', 'device'] as const)
      expect((await (await app.as(role)).call(word.loadStartingWords, { body: {} })).status, role).toBe(403)
    const editor = await app.as('editor')
    for (const languages of [[], ['fr'], 'zh', ['zh', 'zh', 'en']])
      expect((await editor.call(word.loadStartingWords, { body: { languages } as never })).status).toBe(422)
    expect((await editor.get(word.listWords)).total).toBe(0)
  })
})
