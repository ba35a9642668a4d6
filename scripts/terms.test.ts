import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { textsIn } from './screen-texts.ts'
import { readTwins, repeatedTexts, twinsIn } from './terms.ts'

const twins = readTwins(readFileSync('docs/glossary.md', 'utf8'))
const found = (source: string) =>
  textsIn('web/some.ts', source).flatMap(texts =>
    twinsIn(texts, twins).map(({ not, but }) => `${texts.line}: ${not} → ${but}`),
  )

it('reads forbidden synonyms of both languages from the glossary', () => {
  expect(twins).toContainEqual({ locale: 'zh-CN', not: '载入', but: '加载' })
  expect(twins).toContainEqual({ locale: 'en-US', not: 'entrances', but: 'start URL' })
})

it('finds a forbidden word in texts of features, pairs, sentences and functions', () => {
  expect(found("defineMessages({ a: ['正在载入', 'Loading'] })")).toEqual(['1: 载入 → 加载'])
  expect(found("defineMessages({ a: ['入口网址',\n 'Entrances'] } satisfies X)")).toEqual(['2: entrances → start URL'])
  expect(found("const a = { 'zh-CN': '危险级别', 'en-US': 'Level' }")).toEqual(['1: 危险级别 → 危险等级'])
  expect(found("x(['附件', 'Somebody'])")).toEqual(['1: somebody → someone'])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source that holds the place
  expect(found("said(count => `载入 ${count} 次`, 'one', count => `${count} gravest`)")).toHaveLength(2)
})

it('ignores code, placeholders, parts of words and headings of files', () => {
  expect(found("entrances('Entrances'); // 载入")).toEqual([])
  expect(found("defineMessages({ a: ['{told} 次', '{told} retold'] })")).toEqual([])
  expect(found("card.text({ headings: ['国家或地区', 'entrances'] })")).toEqual([])
})

it('finds texts that repeat the shared words, and only if both languages agree', () => {
  const shared = { 'zh-CN': { retry: '重试' }, 'en-US': { retry: 'Try again' } }
  const of = (zh: string, en: string) =>
    repeatedTexts(textsIn('a.ts', `defineMessages({ a: ['${zh}', '${en}'] })`), shared)
  expect(of('重试', 'Try again')).toEqual([{ line: 1, word: 'retry' }])
  expect(of('重试', 'Repeat it')).toEqual([])
})
