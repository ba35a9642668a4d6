import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { Locale } from '#contract/error.ts'
import { countries } from '#contract/region.ts'
import { setLocale } from '#web/platform/locale.ts'
import { queryClient } from '#web/platform/query.ts'
import { useRegionName } from './region-name.ts'

afterEach(() => setLocale('zh-CN'))

async function namesIn(locale: Locale) {
  setLocale(locale)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useRegionName(), { wrapper })
  await waitFor(() => expect(result.current('FR')).not.toBe('FR'))
  return result.current
}

it('uses the everyday names of countries, in both languages', async () => {
  const zh = await namesIn('zh-CN')
  expect(['CN', 'IR', 'KP', 'US', 'TW'].map(zh)).toEqual(['中国', '伊朗', '朝鲜', '美国', '中国台湾'])
  const en = await namesIn('en-US')
  expect(['CN', 'IR', 'SY', 'CD', 'MD', 'RU'].map(en)).toEqual([
    'China',
    'Iran',
    'Syria',
    'DR Congo',
    'Moldova',
    'Russia',
  ])
})

it('uses no names from treaties, and no name for two countries', async () => {
  for (const locale of ['zh-CN', 'en-US'] as const) {
    const name = await namesIn(locale)
    const all = countries.map(name)
    expect(
      all.filter(each => /Republic of|,|Islamic|Federat|\(|共和国$/.test(each) && each !== '刚果民主共和国'),
    ).toEqual([])
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter(each => [...each].length > (locale === 'zh-CN' ? 14 : 30))).toEqual([])
  }
})
