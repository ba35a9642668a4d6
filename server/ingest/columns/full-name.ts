// The whole name of a party whose table has given and family names in columns of their own.
import { wordsIn } from './text-key.ts'

export type NameCells = { name: readonly string[]; given: readonly string[]; family: readonly string[] }
export type FullName = { name: string; aliases: string[]; given: readonly string[]; family: readonly string[] }

/**
 * `Name` next to `First name` is the family name, next to `Last name` the given one, unless it contains the other. Where both are there,
 * a name without their words is another name of the same party.
 */
export function fullName({ name: [name = '', ...aliases], given, family }: NameCells): FullName {
  const parts = joined(given, family)
  if (name === '' || parts === '') return { name: name || parts, aliases, given, family }
  if (given.length > 0 && family.length > 0)
    return { name, aliases: contains(name, parts) ? aliases : [parts, ...aliases], given, family }
  if (contains(name, parts)) return { name, aliases, given, family }
  // A name in another script is that party's whole name there.
  if (scriptOf(name) !== scriptOf(parts)) return { name, aliases, given, family }
  const all = given.length > 0 ? { given, family: [name] } : { given: [name], family }
  return { name: joined(all.given, all.family), aliases, ...all }
}

/** Chinese, Japanese and Korean names have the family name first and no space. */
function joined(given: readonly string[], family: readonly string[]): string {
  const isEastAsian = [...given, ...family].every(part => eastAsian.test(part))
  return isEastAsian
    ? withoutRepeated([...family, ...given]).join('')
    : withoutRepeated([...given, ...family]).join(' ')
}

/** Parts of a name, without those whose words another part has. */
export function withoutRepeated(parts: readonly string[]): string[] {
  const isRepeated = (part: string, at: number) =>
    parts.some((other, n) => n !== at && contains(other, part) && (n < at || !contains(part, other)))
  return parts.filter((part, at) => !isRepeated(part, at))
}

const eastAsian = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u

function contains(whole: string, part: string): boolean {
  const words = new Set(wordsIn(whole))
  return wordsIn(part).every(word => words.has(word))
}

const scripts = ['Latin', 'Cyrillic', 'Arabic', 'Greek', 'Han', 'Hangul'] as const
const patterns = scripts.map(script => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, 'u') }))
const scriptOf = (text: string) => patterns.find(({ pattern }) => pattern.test(text))?.script
