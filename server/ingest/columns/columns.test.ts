import { describe, expect, it } from 'vitest'
import { countries } from '#contract/region.ts'
import { readCountries, readCountry } from './country-column.ts'
import { type DateContext, dateColumn, readDate } from './date-column.ts'
import { locales } from './locales.ts'

describe('dates', () => {
  const read: [text: string, date: string | undefined][] = [
    ['13.03.1955', '1955-03-13'],
    ['12.03.1955', undefined],
    ['3/1955', '1955-03'],
    ['4 Mar 1957', '1957-03-04'],
    ['March 4, 1957', '1957-03-04'],
    ['4-Mar-57', '1957-03-04'],
    ['4. Jänner 1957', '1957-01-04'],
    ['1er février 1961', '1961-02-01'],
    ['1º de março de 1957', '1957-03-01'],
    ['4 марта 1957 года', '1957-03-04'],
    ['4 stycznia 1957', '1957-01-04'],
    ['1957. március 4.', '1957-03-04'],
    ['4 tháng 3, 1957', '1957-03-04'],
    ['1957年3月4日', '1957-03-04'],
    ['1957年3月', '1957-03'],
    ['昭和32年3月4日', '1957-03-04'],
    ['S32.3.4', '1957-03-04'],
    ['令和元年5月1日', '2019-05-01'],
    ['民國46年3月4日', '1957-03-04'],
    ['٤ مارس ١٩٥٧', '1957-03-04'],
    ['١٤ كانون الثاني ١٩٧٠', '1970-01-14'],
    ['12 محرم 1445', '2023-07-30'],
    ['۱۳ اسفند ۱۳۳۵', '1957-03-04'],
    ['4 มีนาคม 2500', '1957-03-04'],
    ['1957-03-04T00:00:00.000Z', '1957-03-04'],
    ['19570304', '1957-03-04'],
    ['31.02.1999', undefined],
    ['2013 (1888)', undefined],
    ['1955-1960', undefined],
    ['Nr. 3 1957', undefined],
    ['+49 1957', undefined],
    ['5.12 %', undefined],
    ['20159', undefined],
  ]
  it.each(read)('%s', (text, date) => expect(readDate(text)).toBe(date))

  const contextOf = (texts: readonly string[]) => {
    const column = dateColumn({ readsSerials: true })
    for (const text of texts) column.add(text)
    return { column, context: column.context() }
  }

  it('takes the order of day and month from one value over 12', () => {
    const { context } = contextOf(['12.03.1955', '04.05.1960', '13.05.1961'])
    expect(readDate('12.03.1955', context)).toBe('1955-03-12')
    expect(readDate('12/03/55', contextOf(['12/31/61']).context)).toBe('1955-12-03')
  })

  it('leaves the order open if no value shows it, or values contradict each other', () => {
    for (const texts of [['01.02.1990'], ['01.02.1990', '13.02.1990', '02.13.1990']]) {
      const { column, context } = contextOf(texts)
      expect(column.order()).toBeNull()
      expect(readDate('01.02.1990', context)).toBeUndefined()
      expect(readDate('01.02.1990', column.context('mdy'))).toBe('1990-01-02')
    }
  })

  it('takes the language of a month from the column: listopad is October in Zagreb and November in Prague', () => {
    expect(readDate('4. listopada 1957', contextOf(['3. siječnja 1950', '4. listopada 1957']).context)).toBe(
      '1957-10-04',
    )
    expect(readDate('4. listopadu 1957', contextOf(['3. ledna 1950', '4. listopadu 1957']).context)).toBe('1957-11-04')
  })

  it('reads serial numbers of spreadsheets in a column of dates', () =>
    expect(readDate('20160', contextOf(['12.03.1955', '20160']).context)).toBe('1955-03-12'))

  it('reads the dates that each language of CLDR writes', () => {
    const shares = locales.map(locale => {
      const of = (['full', 'long', 'medium', 'short'] as const).map(dateStyle => shareRead(locale, dateStyle))
      return { locale, share: of.reduce((sum, each) => sum + each, 0) / of.length }
    })
    const mean = shares.reduce((sum, { share }) => sum + share, 0) / shares.length
    const first = [
      'en',
      'en-GB',
      'zh',
      'zh-Hant',
      'de',
      'fr',
      'es',
      'ru',
      'ar',
      'ja',
      'pt',
      'it',
      'nl',
      'pl',
      'uk',
      'tr',
      'vi',
    ]
    expect(mean).toBeGreaterThan(0.965)
    expect(shares.filter(({ locale, share }) => first.includes(locale) && share < 1)).toEqual([])
    expect(shares.filter(({ share }) => share < 0.75).length).toBeLessThan(10)
  }, 60_000)
})

function shareRead(locale: string, dateStyle: 'full' | 'long' | 'medium' | 'short'): number {
  const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })
  const rows = Array.from({ length: 60 }, (_, n) => {
    const at = Date.UTC(1950 + n, (n * 5) % 12, 1 + ((n * 7) % 28))
    return { text: format.format(at), date: new Date(at).toISOString().slice(0, 10) }
  })
  const column = dateColumn({ readsSerials: true })
  for (const { text } of rows) column.add(text)
  const context: DateContext = column.context()
  return rows.filter(({ text, date }) => readDate(text, context) === date).length / rows.length
}

describe('countries', () => {
  const read: [text: string, code: string | undefined][] = [
    ...([
      ['Deutschland', 'DE'],
      ['DEUTSCHLAND', 'DE'],
      ['deutsch', 'DE'],
      ['Deutsche', 'DE'],
      ['Россия', 'RU'],
      ['Российская Федерация', 'RU'],
      ['РФ', 'RU'],
      ['российское', 'RU'],
      ['Österreich', 'AT'],
      ['Osterreich', 'AT'],
      ['ألمانيا', 'DE'],
      ['المانيا', 'DE'],
      ['يمنية', 'YE'],
      ['السعودية', 'SA'],
      ['Côte d’Ivoire', 'CI'],
      ["Cote d'Ivoire", 'CI'],
      ['日本', 'JP'],
      ['日本人', 'JP'],
      ['日本国', 'JP'],
      ['中国籍', 'CN'],
      ['俄罗斯联邦', 'RU'],
      ['ドイツ', 'DE'],
      ['한국', 'KR'],
      ['한국인', 'KR'],
      ['Swiss', 'CH'],
      ['Congo (Kinshasa)', 'CD'],
      ['Congo (Brazzaville)', 'CG'],
      ['Korea, Republic of', 'KR'],
      ['Iran (Islamic Republic of)', 'IR'],
      ['USA', 'US'],
      ['DEU', 'DE'],
      ['276', 'DE'],
      ['Deutschland (DE)', 'DE'],
      ['RU - Russia', 'RU'],
      ['française', 'FR'],
      ['mexicana', 'MX'],
    ] as const),
    ['Atlantis', undefined],
    ['Korea', undefined],
    ['', undefined],
    ['2013', undefined],
  ] as [string, string | undefined][]
  it.each(read)('%s', (text, code) => expect(readCountry(text)).toBe(code))

  it('reads several countries of a cell and returns words that are none of them', () => {
    expect(readCountries('Deutschland, Österreich')).toEqual({ codes: ['DE', 'AT'], unread: [] })
    expect(readCountries('Россия / Кипр')).toEqual({ codes: ['RU', 'CY'], unread: [] })
    expect(readCountries('Bosnia and Herzegovina')).toEqual({ codes: ['BA'], unread: [] })
    expect(readCountries('Iran; Atlantis')).toEqual({ codes: ['IR'], unread: ['Atlantis'] })
  })

  it('knows the names of countries in each language of CLDR', () => {
    const wrong: string[] = []
    const shares = locales.map(locale => {
      const display = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
      const names = countries.flatMap(code => {
        const name = display.of(code)
        return name && name !== code ? [{ code, name }] : []
      })
      const read = names.filter(({ code, name }) => {
        const found = readCountry(name)
        if (found !== undefined && found !== code) wrong.push(`${locale} ${name}: ${found}, not ${code}`)
        return found === code
      })
      return { locale, share: names.length === 0 ? 1 : read.length / names.length }
    })
    expect(shares.filter(({ share }) => share < 0.97)).toEqual([])
    // One word can mean two countries, in languages that name them alike.
    expect(wrong.length).toBeLessThan(120)
  }, 60_000)
})
