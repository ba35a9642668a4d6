import { describe, expect, test } from 'vitest'
import type { DictionaryMatch } from '#server/features/word/word.service.ts'
import { isCommonName, weightOfOgName } from './common.ts'
import { type NameEvidence, type NameFact, weigh } from './evidence.ts'
import { gather, type NameCandidate } from './gather.ts'
import { termsOfPerson } from './terms.ts'

const alone: NameEvidence = { base: 0, isCommon: false, facts: [], rivals: [] }
const with_ = (...facts: NameFact[]): NameEvidence => ({ ...alone, facts })
const bank: NameFact = { code: 'with_og', points: 3, value: '国泰银行' }
const chair: NameFact = { code: 'position', points: 2, value: '董事长' }

describe('a name of a person', () => {
  test('is possible alone, however rare, and the reason states that it is alone', () => {
    expect(weigh(alone, [])).toEqual({ certainty: 'possible', reasons: [{ code: 'alone' }] })
  })

  test('is likely next to their organisation, and certain with their office too', () => {
    expect(weigh(with_(bank), [])).toEqual({ certainty: 'likely', reasons: [{ code: 'with_og', value: '国泰银行' }] })
    expect(weigh(with_(bank, chair), []).certainty).toBe('certain')
    expect(weigh(with_({ code: 'identifier', points: 5, value: 'Q123' }), []).certainty).toBe('certain')
  })

  test('needs more evidence the more records share it, and states how many', () => {
    const rivals = [alone, alone, alone]
    expect(weigh(with_(bank), rivals)).toMatchObject({
      certainty: 'possible',
      reasons: [{}, { code: 'bearers', value: 4 }],
    })
    expect(weigh(with_(bank, chair), rivals).certainty).toBe('likely')
    const friend: NameFact = { code: 'with_person', points: 2 }
    expect(weigh(with_(friend), []).certainty).toBe('likely')
    expect(weigh({ ...with_(friend), isCommon: true }, []).certainty).toBe('possible')
  })

  test('is certain for no one if another person with that name fits as well', () => {
    const { certainty, reasons } = weigh(with_(bank, chair), [with_(bank, chair)])
    expect([certainty, reasons.at(-1)]).toEqual(['possible', { code: 'rival' }])
  })

  test('is not certain by one fact in two forms', () => {
    const page: NameFact = { code: 'og_on_page', points: 1 }
    expect(weigh(with_(bank, page), []).certainty).toBe('likely')
    expect(weigh(with_({ code: 'birth_date', points: 4 }, { code: 'birth_year', points: 2 }), []).certainty).toBe(
      'likely',
    )
  })
})

test('common names are recognised', () => {
  for (const name of ['张伟', '王建国', '李明', 'zhang weiming', 'wei zhang', 'john smith', 'madonna', '张三'])
    expect(isCommonName(name), name).toBe(true)
  for (const name of ['𠮷田太郎', '姜𤨒姬', '欧阳震华', 'grigory zvantsev', 'wilhelmina quartz', 'anna freud'])
    expect(isCommonName(name), name).toBe(false)
})

test('names of organisations are sufficient evidence if they are long or have a legal form', () => {
  for (const name of [
    '国泰君安证券股份有限公司',
    'harbour trading ltd',
    '中国人民银行',
    'international committee of red cross',
  ])
    expect(weightOfOgName(name), name).toBe(5)
  for (const name of ['光华机械', 'umbrella trading']) expect(weightOfOgName(name), name).toBe(2.5)
  for (const name of ['apple', 'target', '国泰', '港口']) expect(weightOfOgName(name), name).toBe(0)
})

const person = {
  id: 1,
  birth_time: null,
  position: null,
  region: null,
  handles: [],
  og_names: [],
  schools: [],
  aliases: [],
}
const known = (
  values: Partial<Parameters<typeof termsOfPerson>[0]> & { name: string },
  tied: NameCandidate['tied'] = [],
): NameCandidate => ({
  noun: 'person',
  id: values.id ?? 1,
  name: values.name,
  terms: termsOfPerson({ ...person, ...values }, []),
  tied,
})
function codes(of: NameCandidate, texts: string[], others: NameCandidate[] = []) {
  const all = [of, ...others]
  const found = texts.map(text =>
    all.flatMap(({ noun, id, name }): DictionaryMatch[] => {
      const start = text.indexOf(name)
      return start < 0 ? [] : [{ kind: noun, id, start, end: start + name.length, level: null }]
    }),
  )
  const evidence = gather({ texts, found }, new Map(all.map(each => [`${each.noun} ${each.id}`, each])))
  return evidence.get(`${of.noun} ${of.id}`)?.facts.map(fact => fact.code)
}

describe('evidence in the text near a name', () => {
  test('is read in both scripts, in other widths and date formats', () => {
    const of = known({ name: '姜𤨒姬', birth_time: '1962-03-04', position: '董事长, Chairman', region: 'CN' })
    expect(codes(of, ['董事長姜𤨒姬出席會議。'])).toEqual(['position'])
    expect(codes(of, ['姜𤨒姬（１９６２年３月４日生，中国）'])).toEqual(
      expect.arrayContaining(['birth_date', 'birth_year', 'place']),
    )
    expect(codes(of, ['姜𤨒姬 was born on 4 March 1962'])).toContain('birth_date')
    expect(codes(of, ['姜𤨒姬 chairmanship, 19620 shares'])).toEqual([])
  })

  test('counts near the name across the border of a block, and far away only if it is strong', () => {
    const of = known({ name: '𠮷田太郎', position: '社长', handles: ['@yoshida_t'] })
    expect(codes(of, ['𠮷田太郎', '社长'])).toEqual(['position'])
    const far = '远'.repeat(400)
    expect(codes(of, ['𠮷田太郎', far, '社长 @yoshida_t'])).toEqual(['identifier'])
  })

  test('is found if an organisation of the person is named, near the name or on the page', () => {
    const og: NameCandidate = { noun: 'og', id: 7, name: '国泰银行', terms: [], tied: [] }
    const of = known({ name: '张伟明' }, [{ noun: 'og', id: 7 }])
    expect(codes(of, ['国泰银行任命张伟明'], [og])).toEqual(['with_og'])
    expect(codes(of, ['国泰银行', '远'.repeat(400), '张伟明'], [og])).toEqual(['og_on_page'])
    expect(codes(of, ['张伟明'], [og])).toEqual([])
  })

  test('does not count another name that contains this name', () => {
    expect(codes(known({ name: '张伟明', aliases: ['伟明'] }), ['张伟明来了'])).toEqual([])
    expect(codes(known({ name: '张伟明', aliases: ['Zhang Weiming'] }), ['张伟明 (Zhang Weiming)'])).toEqual([
      'other_name',
    ])
  })
})
