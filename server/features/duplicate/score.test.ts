import { describe, expect, test } from 'vitest'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import { duplicateKeys, profileOf } from './profile.ts'
import { likelyFrom, scorePair, threshold } from './score.ts'

const both = (noun: MergeEntity, a: Record<string, unknown>, b: Record<string, unknown>) => {
  const left = profileOf(noun, { id: 1, ogs: [], ...a })
  const right = profileOf(noun, { id: 2, ogs: [], ...b })
  const meet = duplicateKeys(left).some(key => duplicateKeys(right).includes(key))
  return { ...scorePair(left, right), meet }
}
type Case = [string, MergeEntity, Record<string, unknown>, Record<string, unknown>]

describe('reasons', () => {
  test.each<[...Case, string]>([
    ['case and accents aside', 'person', { name: 'José Álvarez' }, { name: 'jose alvarez' }, 'same_name'],
    ['words in another order', 'person', { name: 'Zhang San' }, { name: 'San, Zhang' }, 'same_words'],
    ['Chinese and its reading', 'person', { name: '张三' }, { name: 'Zhang San' }, 'same_script_change'],
    [
      'Chinese and its reading, given name first',
      'person',
      { name: '张三丰' },
      { name: 'Sanfeng Zhang' },
      'same_script_change',
    ],
    ['a compound surname', 'person', { name: '欧阳娜娜' }, { name: 'Ouyang Nana' }, 'same_script_change'],
    [
      'Cyrillic and its reading',
      'person',
      { name: 'Владимир Орлов' },
      { name: 'Vladimir Orlov' },
      'same_script_change',
    ],
    ['Hangul as the North spells it', 'person', { name: '강경화' }, { name: 'Kang Kyong-hwa' }, 'same_script_change'],
    [
      'Arabic under one address',
      'person',
      { name: 'بشار الأسد', mail: 'a@b.example' },
      { name: 'Bashar al-Assad', mail: 'a@b.example' },
      'same_script_change',
    ],
    ['a Japanese legal form', 'og', { name: 'トヨタ自動車株式会社' }, { name: 'トヨタ自動車' }, 'same_name'],
    ['an alias', 'person', { name: '石一', aliases: ['Stone One'] }, { name: 'Stone One' }, 'alias'],
    ['one letter', 'person', { name: 'Michael Smith' }, { name: 'Michael Smyth' }, 'similar_name'],
    ['an initial', 'person', { name: 'J. Appleseed' }, { name: 'John Appleseed' }, 'similar_name'],
    ['Chinese names of one sound', 'person', { name: '张三' }, { name: '章三' }, 'similar_name'],
    [
      'an account',
      'person',
      { name: 'A B', twitter: '@Abc' },
      { name: 'C D', twitter: 'https://x.com/abc' },
      'same_contact',
    ],
    [
      'a telephone',
      'person',
      { name: 'A B', phone_number: '+1 202-224-3441' },
      { name: 'C D', phone_number: '2022243441' },
      'same_contact',
    ],
    [
      'an identifier',
      'person',
      { name: 'A B', external_id: 'Q1' },
      { name: 'C D', external_id: 'q1' },
      'same_identifier',
    ],
    ['a legal form', 'og', { name: 'Acme Steel Inc.' }, { name: 'Acme Steel Ltd' }, 'same_name'],
    ['a Chinese legal form', 'og', { name: '华东石油股份有限公司' }, { name: '华东石油' }, 'same_name'],
    ['an English name', 'og', { name: '华东石油', eng_name: 'East Oil' }, { name: 'East Oil Co., Ltd.' }, 'alias'],
    [
      'a host',
      'og',
      { name: 'A', host: 'www.acme.com' },
      { name: 'B', entrances: ['https://acme.com/en'] },
      'same_host',
    ],
    [
      'the year in a title',
      'event',
      { title: 'JSConf 2019', start_time: '2019-05-01' },
      { title: 'JSConf', start_time: '2019-05-01' },
      'same_name',
    ],
    [
      'a place',
      'event',
      { title: 'A', start_time: '2019-05-01', address: 'Köln' },
      { title: 'A', start_time: '2019-05-01', address: 'koln' },
      'same_place',
    ],
    [
      'one title, dated once',
      'event',
      { title: '港口论坛', start_time: '2019-05-01' },
      { title: '港口论坛' },
      'same_name',
    ],
    [
      'one title with its year, dated once',
      'event',
      { title: 'JSConf 2019', start_time: '2019-05-01' },
      { title: 'JSConf 2019' },
      'same_name',
    ],
  ])('%s: a pair is compared and shows its reason', (_, noun, a, b, code) => {
    const pair = both(noun, a, b)
    expect(pair.meet).toBe(true)
    expect(pair.reasons.map(reason => reason.code)).toContain(code)
    expect(pair.reasons.find(reason => reason.code === code)?.weight).toBeGreaterThan(0)
  })

  test.each<[...Case, string]>([
    [
      'birth dates',
      'person',
      { name: 'Li Wei', birth_time: '1958' },
      { name: 'Li Wei', birth_time: '1961-02' },
      'other_date',
    ],
    [
      'identifiers',
      'person',
      { name: 'Li Wei', external_id: '1' },
      { name: 'Li Wei', external_id: '2' },
      'other_identifier',
    ],
    ['regions', 'og', { name: 'Red Cross', region: 'FR' }, { name: 'Red Cross', region: 'DE' }, 'other_region'],
    [
      'places',
      'event',
      { title: 'Fest', start_time: '2018', address: 'Busan' },
      { title: 'Fest', start_time: '2018', address: 'Seoul' },
      'other_place',
    ],
  ])('different %s lower the score', (_, noun, a, b, code) => {
    expect(both(noun, a, b).reasons.find(reason => reason.code === code)?.weight).toBeLessThan(0)
  })
})

describe('two persons with one name', () => {
  const name = 'Wang Fang'
  const scoreOf = (a: object, b: object) => both('person', { name, ...a }, { name, ...b }).score

  test('are uncertain by the name alone, and with a shared organisation', () => {
    for (const score of [scoreOf({}, {}), scoreOf({ ogs: [1] }, { ogs: [1] })]) {
      expect(score).toBeGreaterThanOrEqual(threshold)
      expect(score).toBeLessThan(likelyFrom)
    }
  })
  test('are not suggested if birth date or identifier differ', () => {
    expect(scoreOf({ birth_time: '1970-01-02' }, { birth_time: '1971-01-02' })).toBeLessThan(threshold)
    expect(scoreOf({ external_id: 'A' }, { external_id: 'B' })).toBeLessThan(threshold)
  })
  test('are not matched or separated by ids of different sources, but by those of one source', () => {
    const [here, there] = [{ external_id: '12', id_sources: [1] }, { id_sources: [2] }]
    for (const external_id of ['12', '13']) expect(scoreOf(here, { ...there, external_id })).toBe(scoreOf({}, {}))
    expect(scoreOf(here, { external_id: '12', id_sources: [1, 2] })).toBeGreaterThanOrEqual(likelyFrom)
    expect(scoreOf(here, { external_id: '13', id_sources: [1] })).toBeLessThan(threshold)
    const worldwide = { external_id: 'Q12' }
    expect(scoreOf({ ...here, ...worldwide }, { ...there, ...worldwide })).toBeGreaterThanOrEqual(likelyFrom)
  })
  test('are likely the same with the same birth date or identifier', () => {
    expect(scoreOf({ birth_time: '1970-01-02' }, { birth_time: '1970-01-02' })).toBeGreaterThanOrEqual(likelyFrom)
    expect(scoreOf({ external_id: 'A' }, { external_id: 'A' })).toBeGreaterThanOrEqual(likelyFrom)
  })
  test('agree as far as a partial birth date goes, which counts less than a full one', () => {
    const partial = scoreOf({ birth_time: '1958' }, { birth_time: '1958-10-13' })
    expect(partial).toBeGreaterThan(scoreOf({}, {}))
    expect(partial).toBeLessThan(likelyFrom)
  })
})

test.each<Case>([
  [
    'editions of other years',
    'event',
    { title: 'RubyConf', start_time: '2018-11-13', address: 'LA' },
    { title: 'RubyConf', start_time: '2019-11-18', address: 'LA' },
  ],
  ['numbered ones', 'og', { name: 'Regional Fund Number 12' }, { name: 'Regional Fund Number 13' }],
  [
    'one place on one day',
    'event',
    { title: 'Opera', start_time: '2019-05-01', address: 'Rome' },
    { title: 'Biker days', start_time: '2019-05-01', address: 'Rome' },
  ],
])('%s are not duplicates', (_, noun, a, b) => {
  expect(both(noun, a, b).score).toBeLessThan(threshold)
})
