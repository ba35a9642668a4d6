import { createTranslator, type _Translator as Translator } from 'use-intl/core'
import type { Locale } from '#contract/error.ts'
import { getLocale, useLocale } from './locale.ts'
import { type SharedWords, words } from './words.ts'

export { getLocale, useLocale } from './locale.ts'

type Texts = Record<string, string>

/**
 * One feature's texts in both languages. Keys are flat; placeholders are ICU:
 * `{count, plural, one {# row} other {# rows}}`.
 */
export type Messages<Zh extends Texts = Texts> = { 'zh-CN': Zh; 'en-US': Record<keyof Zh, string> }

/** Keys of texts without placeholders: any of them, own or shared, can be chosen at run time. */
type Plain<Zh> = { [K in keyof Zh]: Zh[K] extends `${string}{${string}` ? never : K }[keyof Zh]

/** Translates a feature's own texts and the shared ones. */
export type Translate<Zh extends Texts> = ((key: Plain<Zh> | Plain<Omit<SharedWords, keyof Zh>>) => string) &
  Translator<Omit<SharedWords, keyof Zh>> &
  Translator<Zh>

/** Keeps the Chinese texts literal, so that their placeholders are typed and the English ones must be complete. */
export function defineMessages<const Zh extends Texts>(
  zh: Zh,
  en: { readonly [K in keyof Zh]: string },
): Messages<{ [K in keyof Zh]: Zh[K] }> {
  return { 'zh-CN': zh, 'en-US': en }
}

const cache = new WeakMap<object, Partial<Record<Locale, unknown>>>()

function translatorOf<Zh extends Texts>(messages: Messages<Zh>, locale: Locale): Translate<Zh> {
  const byLocale = cache.get(messages) ?? {}
  cache.set(messages, byLocale)
  byLocale[locale] ??= createTranslator({
    locale,
    // The fallback for a text that the chosen language lacks is English.
    messages: { ...words[locale], ...messages['en-US'], ...messages[locale] },
    getMessageFallback: ({ key }) => key,
    onError: error => console.warn(error.message),
  })
  return byLocale[locale] as Translate<Zh>
}

/** `const t = useT(messages); t('saved', { count: 3 })`; follows the chosen language. */
export function useT<Zh extends Texts>(messages: Messages<Zh>): Translate<Zh> {
  return translatorOf(messages, useLocale())
}

/** The same outside components, e.g. in toasts of a mutation; uses the language at the time of the call. */
export function translate<Zh extends Texts>(messages: Messages<Zh>): Translate<Zh> {
  return translatorOf(messages, getLocale())
}
