import { type StartingLanguage, startingLanguages } from '#contract/word.api.ts'
import { type StartingCategory, type StartingWords, startingCategories } from './starting-categories.ts'
import { startingWordsEn } from './starting-words-en.ts'
import { startingWordsZh } from './starting-words-zh.ts'

type StartingWord = {
  language: StartingLanguage
  word: string
  kind: 'word' | 'allow'
  /** Null for harmless phrases. */
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
