/** The script of a word, as far as it matters for comparisons. */
export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'arabic'
  | 'hebrew'
  | 'devanagari'
  | 'hangul'
  | 'kana'
  | 'han'
  | 'digit'
  | 'other'

const patterns: [Script, RegExp][] = [
  ['latin', /^\p{Script=Latin}/u],
  ['digit', /^\p{Nd}/u],
  ['cyrillic', /^\p{Script=Cyrillic}/u],
  ['arabic', /^\p{Script=Arabic}/u],
  ['han', /^[\p{Script=Han}々〇]/u],
  ['hangul', /^\p{Script=Hangul}/u],
  ['kana', /^[\p{Script=Hiragana}\p{Script=Katakana}ー]/u],
  ['greek', /^\p{Script=Greek}/u],
  ['hebrew', /^\p{Script=Hebrew}/u],
  ['devanagari', /^\p{Script=Devanagari}/u],
]

function scriptOf(char: string): Script {
  const code = char.charCodeAt(0)
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'latin'
  if (code >= 48 && code <= 57) return 'digit'
  return patterns.find(([, pattern]) => pattern.test(char))?.[0] ?? 'other'
}

/** A run of one script; digits and marks belong to the preceding run, except within Chinese, Kana and Hangul. */
export function runsOf(text: string): { script: Script; text: string }[] {
  const runs: { script: Script; text: string }[] = []
  for (const char of text) {
    const script = /^\p{M}/u.test(char) ? (runs.at(-1)?.script ?? 'other') : scriptOf(char)
    const last = runs.at(-1)
    if (last && last.script === script) last.text += char
    else runs.push({ script, text: char })
  }
  return runs
}

/** Scripts that write consonants and omit most vowels. */
export const isAbjad = (script: Script) => script === 'arabic' || script === 'hebrew'

/**
 * Syllabic scripts, in which a foreign name gains vowels and loses distinctions; scripts without a table here are
 * treated the same.
 */
export const isSyllabic = (script: Script) =>
  script === 'kana' || script === 'han' || script === 'hangul' || script === 'other'
