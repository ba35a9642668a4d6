import { foldIdentifier } from '#contract/identifier-key.ts'
import { countChars, cutText } from '#contract/text.ts'
import { nameKey, runsOf } from './fold.ts'
import { latinNames, soundsOf } from './sound.ts'

export type NameRow = {
  kind: 'name' | 'alias' | 'word' | 'pinyin' | 'initials' | 'identifier'
  key: string
  isLater?: boolean
}

const longestKey = 80
const mostWords = 6
const mostAliases = 30

/** All keys under which a name is suggested. Titles that are sentences have only their own beginning. */
export function nameRows(names: readonly string[], options: { isSentence: boolean }): NameRow[] {
  const rows: NameRow[] = []
  for (const [n, name] of names.slice(0, mostAliases).entries()) {
    const key = nameKey(name)
    if (key === '') continue
    rows.push({ kind: n === 0 ? 'name' : 'alias', key })
    const { pinyin, initials, later } = soundsOf(key, latinNames(name))
    if (pinyin) rows.push({ kind: 'pinyin', key: pinyin })
    if (initials) rows.push({ kind: 'initials', key: initials })
    if (options.isSentence) continue
    for (const sound of later.pinyin) rows.push({ kind: 'pinyin', key: sound, isLater: true })
    for (const sound of later.initials) rows.push({ kind: 'initials', key: sound, isLater: true })
    for (const run of [...runsOf(key)].slice(1, mostWords)) rows.push({ kind: 'word', key: key.slice(run.start) })
  }
  const unique = new Map(
    // If keys are equal, that of the whole name wins.
    rows
      .sort((a, b) => Number(b.isLater ?? false) - Number(a.isLater ?? false))
      .map(row => ({ ...row, key: cutText(row.key, longestKey) }))
      .map(row => [`${row.kind} ${row.key}`, row]),
  )
  return [...unique.values()]
}

const leastNumber = 4

/** Numbers and accounts in the form in which they are searched; very short ones count as ordinary words. */
export function numberKeys(numbers: readonly string[]): string[] {
  const keys = numbers.map(number => cutText(foldIdentifier(number), longestKey))
  return [...new Set(keys)].filter(key => countChars(key) >= leastNumber)
}

/**
 * Encodes names and sounds so that a search can distinguish exact matches, beginnings and inner words: each key between
 * bars, sounds from a later syllable after a slash.
 */
export function nameColumns(names: readonly string[], rows: readonly NameRow[]): { names: string; sounds: string } {
  const barred = (keys: string[]) => (keys.length > 0 ? `|${keys.join('|')}|` : '')
  const sounds = rows.filter(row => row.kind === 'pinyin' || row.kind === 'initials')
  const slashed = sounds
    .filter(row => row.isLater)
    .map(row => `/${row.key}`)
    .join('')
  return {
    names: cutText(barred(names.map(nameKey).filter(Boolean)), 4_000),
    sounds: barred(sounds.filter(row => !row.isLater).map(row => row.key)) + slashed,
  }
}
