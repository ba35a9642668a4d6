import type { NotCarried } from '#contract/interchange.api.ts'
import { cutText, cutUnits } from '#contract/text.ts'

/** Records values that cannot be carried over; `field` null means the whole entity. */
export type CarryNotes = (
  what: string,
  field: string | null,
  reason: NotCarried['reason'],
  values: readonly unknown[],
) => void

const maxKinds = 300
const maxExamples = 3
const maxCharacters = 80

/** Makes text valid for PostgreSQL text and JSON: removes NUL and unpaired surrogates. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/**
 * Collects values that are not carried over: their number and the first few as examples. Beyond its size limit, further
 * ones are counted together.
 */
export function gatherNotes(): { note: CarryNotes; list(): NotCarried[] } {
  const all = new Map<string, NotCarried>()
  return {
    note(what, field, reason, values) {
      if (values.length === 0) return
      const name = (text: string) => cutText(cleanText(text), 60)
      const wanted = { what: name(what), field: field === null ? null : name(field), reason }
      const key = JSON.stringify(wanted)
      const isFull = !all.has(key) && all.size >= maxKinds - 1
      const at = isFull ? 'rest' : key
      const found = all.get(at) ?? { ...(isFull ? { what: '…', field: null, reason } : wanted), count: 0, examples: [] }
      all.set(at, found)
      found.count += values.length
      for (const value of values) {
        if (found.examples.length >= maxExamples) break
        const text = cleanText(typeof value === 'string' ? value : JSON.stringify(value))
        const short = text.length > maxCharacters ? `${cutUnits(text, maxCharacters)}…` : text
        if (!found.examples.includes(short)) found.examples.push(short)
      }
    },
    list: () => [...all.values()].sort((a, b) => b.count - a.count),
  }
}
