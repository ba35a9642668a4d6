// One word for one thing: reads the table of docs/glossary.md with the forbidden synonyms and the words to use.
import type { ScreenText } from './screen-texts.ts'

/** A forbidden synonym in one language, and the word to use. */
type ForbiddenSynonym = { locale: ScreenText['locale']; not: string; but: string }

const heading = '## One word for one thing'

/** Rows `| 中文 | English | `not`, `nor` |`; the script of a synonym determines its language. */
export function readTwins(glossary: string): ForbiddenSynonym[] {
  const part = glossary.split(heading)[1]?.split('\n## ')[0] ?? ''
  const rows = part.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| ---'))
  return rows.slice(1).flatMap(row => {
    const [, zh = '', en = '', not = ''] = row.split('|').map(cell => cell.trim())
    return [...not.matchAll(/`([^`]+)`/g)].map(([, word = '']): ForbiddenSynonym => {
      const isChinese = /\p{Script=Han}/u.test(word)
      return { locale: isChinese ? 'zh-CN' : 'en-US', not: word, but: isChinese ? zh : en }
    })
  })
}

/** Synonyms in a text: Chinese ones anywhere, English ones as whole words, in any case. */
export function twinsIn({ locale, text }: ScreenText, twins: readonly ForbiddenSynonym[]): ForbiddenSynonym[] {
  return twins.filter(twin => {
    if (twin.locale !== locale) return false
    if (locale === 'zh-CN') return text.includes(twin.not)
    const word = twin.not.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?<![\\p{L}{])${word}(?![\\p{L}}])`, 'iu').test(text)
  })
}

/** A feature's own texts that repeat a shared word in both languages, with the key of that word. */
export function repeatedTexts(
  texts: readonly ScreenText[],
  shared: Record<ScreenText['locale'], Record<string, string>>,
): { line: number; word: string }[] {
  const keys = new Map(
    Object.keys(shared['zh-CN']).map(key => [`${shared['zh-CN'][key]}\n${shared['en-US'][key]}`, key]),
  )
  return texts.flatMap(({ locale, key, list, text, line }) => {
    if (locale !== 'zh-CN' || key === undefined) return []
    const other = texts.find(each => each.locale === 'en-US' && each.list === list && each.key === key)
    const word = keys.get(`${text}\n${other?.text}`)
    return word === undefined ? [] : [{ line, word }]
  })
}
