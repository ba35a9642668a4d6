import type { Locale } from '#contract/error.ts'
import type { Og } from '#contract/og.api.ts'

/** The names of an organisation: for English users the English one first, if there is one. */
export function namesOf({ name, eng_name }: Pick<Og, 'name' | 'eng_name'>, locale: Locale): [string, string | null] {
  if (!eng_name || eng_name === name) return [name, null]
  return locale === 'en-US' ? [eng_name, name] : [name, eng_name]
}
