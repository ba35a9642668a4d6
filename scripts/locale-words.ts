// Writes the words of dates and countries for reading files: names of months and countries in every language of CLDR,
// as the runtime has them, and the demonyms. Run it after an update of Node.js: `node scripts/run.mjs
// scripts/locale-words.ts`.
import { writeFileSync } from 'node:fs'
import countries from 'i18n-iso-countries'
import { countries as known, shortNames } from '#contract/region.ts'
import { demonyms, languageCountry } from '#server/ingest/columns/demonyms.ts'
import { firstLocales, locales } from '#server/ingest/columns/locales.ts'
import { looseKey, wordsIn } from '#server/ingest/columns/text-key.ts'

const folder = new URL('../server/ingest/columns/', import.meta.url)
const calendars = {
  gregory: locales,
  persian: ['fa', 'ps', 'ckb', 'en', 'ar', 'uz-Arab'],
  'islamic-umalqura': ['ar', 'en', 'fa', 'ur', 'tr', 'ms', 'id', 'he'],
} as const
const styles: readonly Intl.DateTimeFormatOptions[] = [
  { day: 'numeric', month: 'long', year: 'numeric' },
  { day: 'numeric', month: 'short', year: 'numeric' },
  { month: 'long' },
  { month: 'short' },
  { month: 'long', year: 'numeric' },
  { month: 'short', year: 'numeric' },
]
/** Names in use that CLDR lacks, by month. */
const otherMonths: Readonly<Record<number, string>> = {
  1: 'jänner jaenner 一月 壹月 janv كانون٢ ینایر',
  2: 'feber 二月 贰月 févr fevrier',
  3: 'maerz mrz 三月 叁月',
  4: '四月',
  5: '五月',
  6: '六月',
  7: '七月',
  8: 'aout 八月',
  9: 'sept 九月',
  10: '十月',
  11: '十一月',
  12: 'decembre 十二月',
}
/**
 * Words that occur in dates besides numbers and months but in no CLDR format: ordinals, articles, words for year, month
 * and day.
 */
const otherFillers =
  'st nd rd th er ère º ª o a e i ste de den der do of the on am an um le la el du del di da ko dal da ils su year month day г год года гг р рік року м ad ce bc 年 月 日 号 號 일 년 월 rok roku r năm ngày tháng พ ศ ค เดือน วันที่ ที่ م ه هـ مـ سنة ميلادية ميلادي هجري هجرية شمسی میلادی'

function dateWords(): string {
  const months = new Map<string, Map<string, Set<string>>>()
  const fillers = new Set(otherFillers.split(' ').flatMap(wordsIn))
  const add = (key: string, month: number, calendar: string, locale: string) => {
    if (key === '' || /^\d+$/.test(key)) return
    const meanings = months.get(key) ?? new Map<string, Set<string>>()
    const meaning = `${calendar}:${month}`
    months.set(key, meanings.set(meaning, (meanings.get(meaning) ?? new Set()).add(locale)))
  }
  for (const [calendar, own] of Object.entries(calendars))
    for (const locale of own)
      for (const style of styles) {
        const format = new Intl.DateTimeFormat(`${locale}-u-ca-${calendar}`, { ...style, timeZone: 'UTC' })
        const number = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, { month: 'numeric', timeZone: 'UTC' })
        for (let day = 0; day < 400; day += calendar === 'gregory' ? 15 : 4) {
          const at = Date.UTC(2001, 0, 1 + day)
          // A bug of the runtime ends the process when it splits dates in Scottish Gaelic into parts, so its months are
          // read as a whole.
          for (const { type, value } of locale === 'gd' ? formatParts(format, style, at) : format.formatToParts(at))
            if (type === 'month') add(looseKey(value), Number(number.format(at)), calendar, locale)
            else if (type === 'literal' || type === 'era') for (const word of wordsIn(value)) fillers.add(word)
        }
      }
  for (const locale of locales)
    for (const weekday of ['long', 'short'] as const)
      for (let day = 1; day <= 7; day += 1) {
        const name = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(2001, 0, day))
        for (const word of wordsIn(name)) fillers.add(word)
      }
  for (const [month, words] of Object.entries(otherMonths))
    for (const word of words.split(' ')) add(looseKey(word), Number(month), 'gregory', 'und')
  const lines = [...months].map(([key, meanings]) =>
    [key, ...[...meanings].map(([meaning, of]) => `${meaning}:${[...of].sort().join(',')}`)].join('\t'),
  )
  return `${lines.sort().join('\n')}\n\n${[...fillers].sort().join(' ')}\n`
}

function formatParts(format: Intl.DateTimeFormat, style: Intl.DateTimeFormatOptions, at: number) {
  const isMonth = Object.keys(style).join() === 'month'
  return isMonth ? [{ type: 'month', value: format.format(at) }] : [{ type: 'literal', value: 'dhen mh' }]
}

type Votes = Map<string, Map<string, string[]>>

function countryWords(): string {
  const names: Votes = new Map()
  const vote = (votes: Votes, word: string, code: string, locale: string) => {
    const key = looseKey(word)
    if ([...key].length < 2 || !known.includes(code)) return
    const codes = votes.get(key) ?? new Map<string, string[]>()
    votes.set(key, codes.set(code, [...(codes.get(code) ?? []), locale]))
  }
  for (const locale of locales)
    for (const style of ['long', 'short', 'narrow'] as const) {
      const display = new Intl.DisplayNames([locale], { type: 'region', style, fallback: 'none' })
      for (const code of known) {
        const name = display.of(code)
        if (name && name !== code) vote(names, name, code, locale)
      }
    }
  for (const language of countries.getSupportedLanguages())
    for (const [code, all] of Object.entries(countries.getNames(language, { select: 'all' })))
      for (const name of all) vote(names, name, code, language)
  const words = new Map<string, string>()
  const sure = new Map<string, string>()
  for (const short of Object.values(shortNames))
    for (const [code, name] of Object.entries(short)) sure.set(looseKey(name), code)
  for (const [alpha3, alpha2] of Object.entries(countries.getAlpha3Codes())) {
    sure.set(alpha3.toLowerCase(), alpha2)
    sure.set(alpha2.toLowerCase(), alpha2)
  }
  for (const [word, code] of demonyms()) if (!sure.has(looseKey(word))) sure.set(looseKey(word), code)
  for (const [key, codes] of names) words.set(key, chooseCountry(codes))
  for (const [key, code] of sure) words.set(key, code)
  const people: Votes = new Map()
  for (const locale of locales) {
    const display = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' })
    for (const [language, code] of Object.entries(languageCountry)) {
      const name = display.of(language)
      if (name && name !== language) vote(people, name, code, locale)
    }
  }
  for (const [key, codes] of people) if (!words.has(key) && codes.size === 1) words.set(key, chooseCountry(codes))
  const lines = [...words]
    .filter(([, code]) => code !== '' && known.includes(code))
    .map(([key, code]) => `${key}\t${code}`)
  return `${lines.sort().join('\n')}\n`
}

/**
 * If a word means several countries: the one in a widely used language, otherwise the one in most languages; empty if
 * none clearly leads.
 */
function chooseCountry(codes: ReadonlyMap<string, string[]>): string {
  const firsts = [...firstLocales].flatMap(locale => [...codes].find(([, of]) => of.includes(locale))?.[0] ?? [])
  if (firsts[0]) return firsts[0]
  const [best, second] = [...codes].sort((a, b) => b[1].length - a[1].length)
  return !second || best![1].length >= 3 * second[1].length ? best![0] : ''
}

writeFileSync(new URL('date-words.tsv', folder), dateWords())
writeFileSync(new URL('country-words.tsv', folder), countryWords())
