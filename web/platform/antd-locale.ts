import type { ConfigProviderProps } from 'antd'
import type { Locale } from '#contract/error.ts'

type AntdLocale = NonNullable<ConfigProviderProps['locale']>

// Some module systems wrap the default export, others do not.
type Pack = { default: AntdLocale | { default: AntdLocale } }

const loads: Record<Locale, () => Promise<Pack>> = {
  'zh-CN': () => import('antd/es/locale/zh_CN.js'),
  'en-US': () => import('antd/es/locale/en_US.js'),
}
const packs = new Map<Locale, Promise<AntdLocale>>()
const loadedLocales = new Map<Locale, AntdLocale>()

/** The component library's texts of one language; loaded once. */
export function loadAntdLocale(locale: Locale): Promise<AntdLocale> {
  const known = packs.get(locale)
  if (known) return known
  const pack = loads[locale]()
    .then(({ default: value }) => ('default' in value ? value.default : value))
    // Without its texts the library uses English, which is better than no page.
    .catch((): AntdLocale => ({ locale }))
  packs.set(locale, pack)
  void pack.then(value => loadedLocales.set(locale, value))
  return pack
}

/** The same if it is already loaded: components need not suspend and render twice. */
export function loadedAntdLocale(locale: Locale): AntdLocale | undefined {
  return loadedLocales.get(locale)
}
