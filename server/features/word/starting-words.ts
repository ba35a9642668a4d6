import type { Locale } from '#contract/error.ts'
import { type StartingLanguage, startingLanguages } from '#contract/word.ts'
import { startingWordsEn } from './starting-words-en.ts'
import { startingWordsZh } from './starting-words-zh.ts'

/** Names of the categories: whoever loads the words reads them, and filters by them, in one language for all words. */
export const startingCategories = {
  sanction: { 'zh-CN': '制裁', 'en-US': 'Sanctions' },
  crime: { 'zh-CN': '犯罪', 'en-US': 'Crime' },
  insolvency: { 'zh-CN': '破产', 'en-US': 'Insolvency' },
  litigation: { 'zh-CN': '诉讼与处罚', 'en-US': 'Litigation' },
  boycott: { 'zh-CN': '抵制', 'en-US': 'Boycott' },
  accident: { 'zh-CN': '事故', 'en-US': 'Accident' },
} as const satisfies Record<string, Record<Locale, string>>
export type StartingCategory = keyof typeof startingCategories

/** Words by category and level, and the innocent phrases that hold some of them. */
export type StartingWords = Record<StartingCategory, Record<1 | 2 | 3, string>> & { allow: string }

export type StartingWord = {
  language: StartingLanguage
  word: string
  kind: 'word' | 'allow'
  /** Null for innocent phrases. */
  category: StartingCategory | null
  level: number
}

const sources: Record<StartingLanguage, { words: StartingWords; between: RegExp }> = {
  zh: { words: startingWordsZh, between: /\s+/u },
  en: { words: startingWordsEn, between: /,\s*/u },
}

export function startingWordsOf(languages: readonly StartingLanguage[]): StartingWord[] {
  return startingLanguages
    .filter(language => languages.includes(language))
    .flatMap(language => {
      const { words, between } = sources[language]
      const make = (text: string, category: StartingCategory | null, level: number): StartingWord[] =>
        text
          .trim()
          .split(between)
          .map(word => ({ language, word, kind: category ? 'word' : 'allow', category, level }))
      const categories = Object.keys(startingCategories) as StartingCategory[]
      return [
        ...categories.flatMap(category => ([3, 2, 1] as const).flatMap(n => make(words[category][n], category, n))),
        ...make(words.allow, null, 1),
      ]
    })
}
