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

/** One text in both languages. */
export type Pair = readonly [zh: string, en: string]

/** `key: ['中文', 'English']`. The Chinese texts stay literal, so that their placeholders are typed. */
export function defineMessages<const Pairs extends Record<string, Pair>>(
  pairs: Pairs,
): Messages<{ [K in keyof Pairs]: Pairs[K][0] }> {
  const texts = (at: 0 | 1) => Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[at]]))
  return { 'zh-CN': texts(0), 'en-US': texts(1) } as Messages<{ [K in keyof Pairs]: Pairs[K][0] }>
}

/** Pairs of the texts of both languages, to be spread among the messages of a feature. */
export function pairsOf<K extends string>(
  texts: Readonly<Record<Locale, Readonly<Record<K, string>>>>,
): Record<K, Pair> {
  const pairs = Object.entries<string>(texts['zh-CN']).map(([key, zh]) => [key, [zh, texts['en-US'][key as K]]])
  return Object.fromEntries(pairs) as Record<K, Pair>
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
