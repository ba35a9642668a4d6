import { useQuery } from '@tanstack/react-query'
import type { Locale } from '#contract/error.ts'
import { type Continent, regionTree, shortNames } from '#contract/region.ts'
import { getLocale, useLocale } from '#web/platform/locale.ts'

type RegionNames = Readonly<Record<string, string>>
type Pack = { default: { countries: Record<string, string | string[]> } }

const continentNames: Record<Locale, Record<Continent, string>> = {
  'zh-CN': { '142': '亚洲', '150': '欧洲', '003': '北美洲', '005': '南美洲', '009': '大洋洲', '002': '非洲' },
  'en-US': {
    '142': 'Asia',
    '150': 'Europe',
    '003': 'North America',
    '005': 'South America',
    '009': 'Oceania',
    '002': 'Africa',
  },
}

const loads: Record<Locale, () => Promise<Pack>> = {
  'zh-CN': () => import('i18n-iso-countries/langs/zh.json', { with: { type: 'json' } }),
  'en-US': () => import('i18n-iso-countries/langs/en.json', { with: { type: 'json' } }),
}

async function loadNames(locale: Locale): Promise<RegionNames> {
  const { default: pack } = await loads[locale]()
  const pairs = Object.entries(pack.countries).map(([code, name]) => [code, [name].flat()[0] ?? code])
  return { ...Object.fromEntries(pairs), ...shortNames[locale] }
}

function namesOptions(locale: Locale) {
  return { queryKey: ['region_name', locale], queryFn: () => loadNames(locale), staleTime: Number.POSITIVE_INFINITY }
}

export function continentName(continent: Continent, locale: Locale = getLocale()): string {
  return continentNames[locale][continent]
}

/** Names of countries and continents by code, in the chosen language; the code is shown until they are loaded. */
export function useRegionName(): (code: string) => string {
  const locale = useLocale()
  const { data } = useQuery(namesOptions(locale))
  return code => (code in regionTree ? continentNames[locale][code as Continent] : (data?.[code] ?? code))
}

/** The names in all languages: a search finds a country by any of them. */
export function useRegionNames(): Record<Locale, RegionNames> {
  const zh = useQuery(namesOptions('zh-CN'))
  const en = useQuery(namesOptions('en-US'))
  return { 'zh-CN': zh.data ?? {}, 'en-US': en.data ?? {} }
}
