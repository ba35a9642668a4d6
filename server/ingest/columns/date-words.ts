// Words that occur in dates, in every language of CLDR; `scripts/locale-words.ts` writes the table.
import { readFileSync } from 'node:fs'

export type Calendar = 'gregory' | 'persian' | 'islamic-umalqura'
/** A month that a word may mean, and the languages in which it does. */
export type MonthWord = { month: number; calendar: Calendar; locales: readonly string[] }

type DateWords = { months: ReadonlyMap<string, readonly MonthWord[]>; fillers: ReadonlySet<string> }

let cachedDateWords: DateWords | undefined

/** Loaded at the first date that contains words. */
export const dateWords = (): DateWords => {
  cachedDateWords ??= readDateWords()
  return cachedDateWords
}

function readDateWords(): DateWords {
  const [table = '', fillers = ''] = readFileSync(new URL('./date-words.tsv', import.meta.url), 'utf8').split('\n\n')
  const months = table.split('\n').map((line): [string, MonthWord[]] => {
    const [key = '', ...meanings] = line.split('\t')
    return [
      key,
      meanings.map(meaning => {
        const [calendar, month, of = ''] = meaning.split(':')
        return { calendar: calendar as Calendar, month: Number(month), locales: of.split(',') }
      }),
    ]
  })
  return { months: new Map(months), fillers: new Set(fillers.trim().split(' ')) }
}
