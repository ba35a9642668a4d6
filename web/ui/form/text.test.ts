import { describe, expect, it } from 'vitest'
import { normaliseDate, splitLines } from './text.ts'

describe('a date in usual notations', () => {
  it.each([
    ['1958', '1958'],
    ['1958-10', '1958-10'],
    ['1958/1/3', '1958-01-03'],
    ['1958.1', '1958-01'],
    ['1958年', '1958'],
    ['1958年1月', '1958-01'],
    ['1958年1月3日', '1958-01-03'],
    ['19581013', '1958-10-13'],
    [' １９５８－１０ ', '1958-10'],
  ])('reads %s as %s', (text, date) => {
    expect(normaliseDate(text)).toBe(date)
  })

  it('leaves invalid dates unchanged, for the contract to refuse', () => {
    expect(normaliseDate('spring of 1958')).toBe('spring of 1958')
    expect(normaliseDate('13/10/1958')).toBe('13/10/1958')
  })

  it('is cleared by empty text', () => {
    expect(normaliseDate('  ')).toBeNull()
  })
})

it('a list holds its lines once, trimmed, without empty ones', () => {
  expect(splitLines(' a \n\nb\r\na\n')).toEqual(['a', 'b'])
})
