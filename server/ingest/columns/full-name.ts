// Builds the whole name of a party whose table has given and family names in separate columns.
import { wordsIn } from './text-key.ts'

type NameCells = { name: readonly string[]; given: readonly string[]; family: readonly string[] }
type FullName = { name: string; aliases: string[]; given: readonly string[]; family: readonly string[] }

/**
 * With `First name` alone, `Name` is the family name; with `Last name` alone, the given name; unless it contains that
 * part too. With both, `Name` is the whole name, and parts whose words it lacks form an alias.
 */
export function fullName({ name: [name = '', ...aliases], given, family }: NameCells): FullName {
  const parts = joined(given, family)
  if (name === '' || parts === '') return { name: name || parts, aliases, given, family }
  if (given.length > 0 && family.length > 0)
    return { name, aliases: contains(name, parts) ? aliases : [parts, ...aliases], given, family }
  if (contains(name, parts)) return { name, aliases, given, family }
  // A name in another script than the part is a whole name.
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

/** Removes parts of a name whose words another part contains. */
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
