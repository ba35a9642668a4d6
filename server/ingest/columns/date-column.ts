// Dates of a column: ambiguous values are resolved by the others.
import { type DateOptions, type DateOrder, type DateText, parseDate } from './date-text.ts'
import { firstLocales } from './locales.ts'

export type { DateOrder } from './date-text.ts'

/**
 * How the values of a column are read. `order`: the order of day and month, if a value shows it or a user has chosen
 * it; `locales`: languages of its month names, with the number of values in each.
 */
export type DateContext = DateOptions & { order?: DateOrder | null; locales?: ReadonlyMap<string, number> }

/** `dmy`, `mdy`: values that show their order; `open`: values whose order the column has to decide. */
type DateEvidence = { dmy: number; mdy: number; open: number }

type DateColumn = {
  add(text: string, count?: number): void
  evidence: DateEvidence
  /** The order that the values show; null if they show none, or both. */
  order(): DateOrder | null
  context(chosen?: DateOrder | null): DateContext
}

/** Collects the evidence that a column's values give about one another. */
export function dateColumn(options: DateOptions = {}): DateColumn {
  const evidence: DateEvidence = { dmy: 0, mdy: 0, open: 0 }
  const locales = new Map<string, number>()
  const order = () => {
    const { dmy, mdy } = evidence
    return dmy > 0 === mdy > 0 ? null : dmy > 0 ? 'dmy' : 'mdy'
  }
  return {
    evidence,
    order,
    add: (text, count = 1) => {
      const read = parseDate(text, options)
      if (!read || 'byLanguage' in read) return
      if ('dmy' in read) evidence.open += count
      else {
        if (read.order) evidence[read.order] += count
        for (const locale of new Set(read.locales)) locales.set(locale, (locales.get(locale) ?? 0) + count)
      }
    },
    context: (chosen = null) => ({ ...options, order: order() ?? chosen, locales }),
  }
}

/** A date in the API's form (`1958`, `1958-10`, `1958-10-13`); undefined if it is none, or ambiguous. */
export function readDate(text: string, context: DateContext = {}): string | undefined {
  const read = parseDate(text, context)
  return read && resolveDate(read, context)
}

function resolveDate(read: DateText, { order, locales }: DateContext): string | undefined {
  if ('value' in read) return read.value
  if ('dmy' in read) return order ? read[order] : undefined
  // If the column shows no language, a word counts as one of the most widely written language.
  const score = (each: { locales: readonly string[] }) =>
    Math.max(
      each.locales.some(locale => firstLocales.has(locale)) ? 0.5 : 0,
      ...each.locales.map(locale => locales?.get(locale) ?? 0),
    )
  const [best, second] = read.byLanguage.toSorted((a, b) => score(b) - score(a))
  return best && score(best) > (second ? score(second) : 0) ? best.value : undefined
}
