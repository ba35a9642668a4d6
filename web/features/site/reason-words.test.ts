import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fetchReasons } from '#contract/page.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useEndWord, useQualityWord, useReasonWord } from './reason-words.ts'

it('has a separate sentence for every reason of a fetch, in both languages, and plain words for an unknown one', () => {
  for (const [locale, other] of [
    ['zh-CN', '其他原因'],
    ['en-US', 'Another reason'],
  ] as const) {
    act(() => setLocale(locale))
    const { current: word } = renderHook(() => useReasonWord()).result
    const words = fetchReasons.map(word)
    expect(words.filter(text => text.includes(other))).toEqual([])
    expect(new Set(words).size).toBe(fetchReasons.length)
    expect(word('http_503')).toContain('503')
    expect(word('sun_spots')).toContain('sun spots')
    expect(word('constructor')).toContain(other)
  }
})

it('explains why a round ended and why a capture is not trusted', () => {
  act(() => setLocale('en-US'))
  const { current: end } = renderHook(() => useEndWord()).result
  const { current: quality } = renderHook(() => useQualityWord()).result
  const ends = ['done', 'limit_pages', 'limit_time', 'limit_bytes', 'no_entrance', 'unreachable', 'stopped']
  expect(ends.map(end).filter(text => text.includes('Another reason'))).toEqual([])
  expect(quality('challenge')).toBe('A challenge page')
  expect(quality('http_403')).toBe('Site returned HTTP 403')
  expect(quality('sun_spots')).toContain('sun spots')
})
