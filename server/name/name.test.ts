import { describe, expect, test } from 'vitest'
import {
  buildIndex,
  compare,
  defaultThreshold,
  type Party,
  type PartyKind,
  prepare,
  romanise,
  skeleton,
} from './name.ts'

const party = (text: string, kind: PartyKind = 'person', more: Partial<Party> = {}): Party => ({
  kind,
  names: [{ text }],
  ...more,
})
const score = (a: string, b: string, kind: PartyKind = 'person') =>
  compare(prepare(party(a, kind)), prepare(party(b, kind))).score

describe('the same party', () => {
  test.each([
    ['words in another order', 'Putin, Vladimir', 'Vladimir Putin'],
    ['a title', 'Dr. Rami Makhlouf', 'Rami Makhlouf'],
    ['accents', 'Recep Tayyip Erdogan', 'Recep Tayyip Erdoğan'],
    ['two words as one', 'VladimirPutin', 'Vladimir Putin'],
    ['Cyrillic', 'Сергей Лавров', 'Sergey Lavrov'],
    ['Arabic without vowels', 'صدام حسين التكريتي', 'Saddam Hussein al-Tikriti'],
    ['Hebrew', 'בנימין נתניהו', 'Binyamin Netanyahu'],
    ['Greek', 'Κυριάκος Μητσοτάκης', 'Kyriakos Mitsotakis'],
    ['Devanagari', 'नरेन्द्र मोदी', 'Narendra Modi'],
    ['Hangul', '김정은', 'KIM Jong Un'],
    ['Chinese', '习近平', 'Xi Jinping'],
    ['a surname read as a surname', '单田芳', 'Shan Tianfang'],
    ['a surname of two characters', '欧阳娜娜', 'Ouyang Nana'],
    ['a surname of Hong Kong', '陈德霖', 'Chan Delin'],
    ['Katakana', 'バラク・オバマ', 'Barack Obama'],
    ['Hangul of a passport', '강경화', 'Kang Kyung-wha'],
    ['a surname of Hangul with two spellings', '전두환', 'Chun Doo-hwan'],
    ['a surname of Hangul of two syllables', '남궁민', 'Namgoong Min'],
    [
      'the article of Arabic beside a name that begins with its letters',
      'حبيب بن احمد اللوبيري',
      'HABIB BEN AHMED AL-LOUBIRI',
    ],
    ['the nominative of Latvian', 'Dmitrijs Medvedevs', 'Dmitry Medvedev'],
    ['forefathers left out', 'Omar bin Haddad', 'Omar bin Salih ibn Nasser ibn Haddad'],
    ['digits for letters', 'Ig0r Sech1n', 'Igor Sechin'],
  ])('is found in spite of %s', (_, a, b) => {
    expect(score(a, b)).toBeGreaterThanOrEqual(defaultThreshold)
  })

  test.each([
    ['a legal form', 'Siemens Aktiengesellschaft', 'Siemens AG'],
    ['a Russian form', 'ООО "АЯС 2000"', 'AYAS 2000 LLC'],
    ['Chinese, translated', '中国航天三江集团有限公司', 'China Space Sanjiang Group'],
    ['Arabic, translated', 'الشركة السورية لنقل النفط', 'Syrian Company for Oil Transport'],
    ['Chinese bodies of state', '广东省公安厅', 'Guangdong Provincial Public Security Department'],
    ['a word that is translated by another', '国家税务总局', 'State Taxation Administration'],
    ['Arabic bodies of state', 'وزارة الداخلية', 'Ministry of Interior'],
    ['the adjective of a town', 'Муромский завод', 'Murom Plant'],
    ['a French article', "Mouvement pour l'Unité", 'Mouvement pour Unité'],
    ['two names with a slash between', 'Al Qaeda', "Al-Qa'ida/Islamic Army"],
    ['numbers as words', 'Brigade Forty-Four', 'Brigade 44'],
  ])('is found among organisations in spite of %s', (_, a, b) => {
    expect(score(a, b, 'organisation')).toBeGreaterThanOrEqual(defaultThreshold)
  })
})

test('a birth date known on both sides distinguishes two persons of the same name', () => {
  const born = (date: string) => prepare(party('Mohammed Ali Hassan', 'person', { dates: [date] }))
  expect(compare(born('1971-05-10'), born('1971-05-10')).score).toBeGreaterThan(
    compare(born('1971-05-10'), prepare(party('Mohammed Ali Hassan'))).score,
  )
  expect(compare(born('1971-05-10'), born('1950-02-01')).score).toBeLessThan(defaultThreshold)
})

test('the points of the features add up to the score', () => {
  const index = buildIndex([{ id: 'a', party: party('Muammar Gaddafi', 'person', { countries: ['ly'] }) }])
  const [hit] = index.search(party('Moammar Qaddafi', 'person', { countries: ['LY'] }))
  expect(hit?.id).toBe('a')
  expect(hit?.features.reduce((sum, feature) => sum + feature.points, 0)).toBeCloseTo(hit?.score ?? 0)
  expect(hit?.features.map(feature => feature.code)).toContain('same_country')
})

test('only common names have the reason common_name, and without it the points still add up', () => {
  const features = (name: string) => compare(prepare(party(name)), prepare(party(name))).features
  expect(features('John Smith')).toMatchObject([{ code: 'same_name', points: 0.9 }, { code: 'common_name' }])
  expect(features('Xiqing Qwertz').map(each => each.code)).toEqual(['same_name'])
  expect(features('张伟').map(each => each.code)).toContain('common_name')
  expect(features('MOTLAQ AMER AL-MARRANI').map(each => each.code)).toEqual(['same_name'])
  expect(score('John Smith', 'John Smith')).toBeLessThan(score('Vladimir Putin', 'Vladimir Putin'))
})

test('a number finds an entry with any name', () => {
  const index = buildIndex([
    { id: 'a', party: party('Somebody', 'organisation', { numbers: [{ scheme: 'imo', value: 'IMO 9187629' }] }) },
  ])
  const [hit] = index.search(
    party('Wholly Other', 'organisation', { numbers: [{ scheme: 'imo', value: 'imo9187629' }] }),
  )
  expect(hit?.features.map(feature => feature.code)).toContain('same_number')
})

test('names are romanised and reduced to consonants', () => {
  expect(romanise('欧阳娜娜')).toContain('ouyang nana')
  expect(skeleton('Владимир')).toEqual(expect.arrayContaining(skeleton('Vladimir')))
})

describe('another party', () => {
  test.each<[string, string, string, PartyKind]>([
    ['one word is another', 'MOSTAFA HASSAN MOSTAFA IBRAHIM', 'MOSTAFA KAMEL MOSTAFA IBRAHIM', 'person'],
    ['common names are no slips', 'TARIQ ANWAR MOHAMED', 'TARIQ ANWAR AHMED', 'person'],
    ['an initial does not fit', 'Hans O Friedrich', 'Hans Joachim Friedrich', 'person'],
    ['the ending is a woman’s', 'Michel Durand', 'Michelle Durand', 'person'],
    ['letters alone', 'N.N.', 'Nursultan Nazarbayev', 'person'],
    ['a number is odd', 'Victory', 'Victory 3', 'vessel'],
    ['the trade is another', 'BAE Systems, Inc.', 'BAE Industries, Inc.', 'organisation'],
    ['the place is another', 'Bank of China (Hong Kong) Limited', 'Bank of China (Singapore) Limited', 'organisation'],
    ['the letters stand otherwise', 'C.B.A. Company', 'A.B.C. Company', 'organisation'],
  ])('is below the threshold where %s', (_, a, b, kind) => {
    expect(score(a, b, kind)).toBeLessThan(defaultThreshold)
  })

  test('scores less if father and son are swapped', () => {
    const name = 'ABDULLAH BIN OMAR AL-MUHAMMAD'
    expect(score('OMAR BIN ABDULLAH AL-MUHAMMAD', name)).toBeLessThan(
      score('AL-MUHAMMAD, ABDULLAH BIN OMAR', name) - 0.1,
    )
  })
})

test('an entry that may be a person or a company is found as either', () => {
  const index = buildIndex([{ id: 'a', party: party('Faberlic', 'unknown') }])
  for (const kind of ['person', 'organisation', 'unknown'] as const)
    expect(index.search(party('Faberlic', kind))[0]?.id).toBe('a')
})

test('joined and separate words match each other in an index', () => {
  const names = ['Alisher Usmanov', 'Kim Jong Un', 'AlishaUsman Ov']
  const index = buildIndex(names.map(text => ({ id: text, party: party(text) })))
  expect(index.search(party('alisherusmanov'))[0]?.id).toBe('Alisher Usmanov')
  expect(index.search(party('Kim Jongun'))[0]?.id).toBe('Kim Jong Un')
  expect(index.search(party('김정은'))[0]?.id).toBe('Kim Jong Un')
})
