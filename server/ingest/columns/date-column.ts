// Dates of a column: what one value leaves open, the others decide.
import { type DateOptions, type DateOrder, type DateText, parseDate } from './date-text.ts'
import { firstLocales } from './locales.ts'

export type { DateOrder } from './date-text.ts'

/**
 * How the values of a column are read. `order`: of day and month, where a value shows it (or somebody has chosen it);
 * `locales`: languages of its months, by how many values are in them.
 */
export type DateContext = DateOptions & { order?: DateOrder | null; locales?: ReadonlyMap<string, number> }

/** `dmy`, `mdy`: values that show their order; `open`: values whose order the column has to decide. */
export type DateEvidence = { dmy: number; mdy: number; open: number }

export type DateColumn = {
  add(text: string, count?: number): void
  evidence: DateEvidence
  /** The order that the values show; null where they show none, or both. */
  order(): DateOrder | null
  context(chosen?: DateOrder | null): DateContext
}

/** Gathers what the values of a column show of each other. */
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

/** A date as the wire has it (`1958`, `1958-10`, `1958-10-13`); undefined where it is none, or two. */
export function readDate(text: string, context: DateContext = {}): string | undefined {
  const read = parseDate(text, context)
  return read && settled(read, context)
}

function settled(read: DateText, { order, locales }: DateContext): string | undefined {
  if ('value' in read) return read.value
  if ('dmy' in read) return order ? read[order] : undefined
  // Where the column shows no language, a word is of the one that is written most.
  const score = (each: { locales: readonly string[] }) =>
    Math.max(
      each.locales.some(locale => firstLocales.has(locale)) ? 0.5 : 0,
      ...each.locales.map(locale => locales?.get(locale) ?? 0),
    )
  const [best, second] = read.byLanguage.toSorted((a, b) => score(b) - score(a))
  return best && score(best) > (second ? score(second) : 0) ? best.value : undefined
}
