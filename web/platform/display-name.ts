import type { Locale } from '#contract/error.ts'
import type { OgName } from '#contract/wire.ts'
import { getLocale } from './locale.ts'

export type Named = { name: string | OgName; eng_name?: string | null | undefined }

/** The name of a record on screens: for English users the English one, if it has one. */
export function displayName(named: Named, locale: Locale = getLocale()): string {
  return namesOf(named, locale)[0]
}

/** The same for a record that is named by its title. */
export function displayTitle({ title, eng_name }: { title: string; eng_name?: string | null | undefined }): string {
  return displayName({ name: title, eng_name })
}

/** The name on screens, and the one in the other language if there is one. */
export function namesOf({ name, eng_name }: Named, locale: Locale = getLocale()): [string, string | null] {
  const native = String(name)
  if (!eng_name || eng_name === native) return [native, null]
  return locale === 'en-US' ? [eng_name, native] : [native, eng_name]
}
