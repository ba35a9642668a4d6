import { describe, expect, test } from 'vitest'
import { checkSentence } from './guard.ts'
import { honestCase, lyingCase, randomOf } from './world.ts'

test('of 1,000 false sentences none passes', () => {
  const random = randomOf(20_261_129)
  const lies = Array.from({ length: 1_000 }, () => lyingCase(random))
  expect(new Set(lies.map(({ kind }) => kind)).size).toBe(24)
  const passed = lies.filter(({ sentence, evidence }) => checkSentence(sentence, evidence) === null)
  expect(passed.map(({ kind, sentence }) => `${kind}: ${sentence}`)).toEqual([])
})

test('of 200 true sentences at least 95 in 100 pass, in each language', () => {
  const random = randomOf(7)
  const all = Array.from({ length: 200 }, () => honestCase(random))
  const struck = all
    .map(each => ({ ...each, strike: checkSentence(each.sentence, each.evidence) }))
    .filter(({ strike }) => strike !== null)
  expect(struck.map(({ sentence, strike }) => `${sentence} ${JSON.stringify(strike)}`).slice(0, 10)).toEqual([])
})

describe('a sentence', () => {
  const page = [
    'Acme Ltd raised $5 million on 3 May 2024. J. Smith leads it.',
    '星河贸易有限公司向李伟强支付了三百二十万元。',
  ]
  const check = (sentence: string, evidence: (string[] | null)[] = [page]) =>
    checkSentence(sentence, evidence)?.reason ?? null

  test('without evidence, or with evidence that its reader may not read, is struck', () => {
    expect(check('Acme Ltd raised $5 million.', [])).toBe('no_evidence')
    expect(check('Acme Ltd raised $5 million.', [page, null])).toBe('not_found')
  })

  test('may write numbers and dates in another notation', () => {
    expect(check('On 2024-05-03, Acme Ltd raised $5,000,000.')).toBeNull()
    expect(check('星河贸易有限公司向李伟强支付了320万元。')).toBeNull()
    expect(check('In May 2024, Acme Ltd raised $5 million.')).toBeNull()
  })

  test('is struck with the part that has no source', () => {
    expect(checkSentence('Acme Ltd raised $6 million.', [page])).toEqual({ reason: 'number', value: '$6 million' })
    expect(checkSentence('星河贸易有限公司向王伟强支付了320万元。', [page])?.reason).toBe('word')
    expect(check('Acme Ltd raised €5 million.')).toBe('number')
    expect(check('Acme Inc raised $5 million.')).toBe('name')
    expect(check('This is very suspicious.')).toBe('nothing')
    expect(check('“Acme Ltd raised')).toBe('open_quote')
  })

  test('must not join what two passages state', () => {
    expect(check('J. Smith leads it. Acme Ltd raised $5 million.')).not.toBeNull()
    expect(check('Acme Ltd paid 李伟强 $5 million.')).not.toBeNull()
  })
})
