import { expect, test } from 'vitest'
import { fitEvidence } from './evidence-lines.ts'

const same = (text: string) => ({ text, is_changed: false })
const changed = (text: string) => ({ text, is_changed: true })
const added = (text: string) => ({ before: null, after: [changed(text)] })

test('a quotation that the changes repeat is left out, and the changes take eight lines', () => {
  const lines = Array.from({ length: 12 }, (_, n) => `line ${n}`)
  const fitted = fitEvidence(lines, lines.map(added))
  expect(fitted.quote).toEqual([])
  expect(fitted.changes).toEqual(lines.slice(0, 8).map(added))
  expect(fitted.more).toBe(4)
})

test('other words of a quotation stay, and the changes take the lines that are left', () => {
  const fitted = fitEvidence(['own words', 'line 5'], ['line 1', 'line 5', 'line 9'].map(added))
  expect(fitted.quote).toEqual(['own words'])
  expect(fitted.changes).toEqual(['line 5', 'line 1', 'line 9'].map(added))
  expect(fitEvidence(['字'.repeat(1_000)], [added('x')]).quote.join('').length).toBeLessThan(170)
})

test('a long change is shown around its first changed words, by whole characters', () => {
  const [before, after] = ['𠮷'.repeat(2_000), '野'.repeat(2_000)]
  const { changes, more } = fitEvidence(
    [],
    [{ before: [same(before), changed('old'), same(after)], after: [same(before), changed('new'), same(after)] }],
  )
  const [change] = changes
  expect(more).toBe(0)
  expect(change?.before?.map(piece => piece.text).join('')).toMatch(/^…𠮷+old野+…$/u)
  expect(change?.after?.find(piece => piece.is_changed)?.text).toBe('new')
  expect([...(change?.after?.map(piece => piece.text).join('') ?? '')].length).toBeLessThanOrEqual(8 * 22 + 4)
})

test('a quotation without changes takes eight lines, and nothing is no evidence', () => {
  const lines = Array.from({ length: 30 }, (_, n) => `line ${n}`)
  const { quote } = fitEvidence(lines, [])
  expect(quote.length).toBe(8)
  expect(quote.at(-1)).toBe('line 7…')
  expect(fitEvidence([], [])).toEqual({ quote: [], changes: [], more: 0 })
  expect(fitEvidence(['a'.repeat(5_000)], []).quote.join('').length).toBeLessThanOrEqual(8 * 80)
})
