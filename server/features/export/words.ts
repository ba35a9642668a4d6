import countries from 'i18n-iso-countries'
import type { Locale } from '#contract/error.ts'

/** A country's name if it can be read back as the same country, else its code. */
export function regionName(code: string, locale: Locale): string {
  return countries.getName(code, locale === 'zh-CN' ? 'zh' : 'en') ?? code
}
