import { type Field, type FieldKind, isList, isStated } from '#contract/card.ts'
import { cards } from '#contract/cards.ts'
import type { CardNoun } from '#contract/noun.ts'

/** Fields whose value can be a run of words. */
const kinds: readonly FieldKind[] = ['text', 'long_text', 'texts', 'address', 'addresses', 'host', 'date', 'time']
const chosen: readonly FieldKind[] = ['region', 'choice']

export function fillable(noun: CardNoun): Record<string, Field> {
  const card: Record<string, Field> = cards[noun]
  return Object.fromEntries(
    Object.entries(card).filter(([, field]) => isStated(field) && [...kinds, ...chosen].includes(field.kind)),
  )
}

/** A field with one value, which can be entered as words. */
export function isChangeable(noun: CardNoun, name: string): boolean {
  const field = fillable(noun)[name]
  return field !== undefined && !isList(field)
}

const two = (digits: string) => digits.padStart(2, '0')
/** `1999年4月`, `1999-04-13`, `1999.4`: as exact as the words say; null where they name no year. */
function dateIn(words: string): string | null {
  const found = /(\d{4})(?:\s*[年./-]\s*(\d{1,2})(?:\s*[月./-]\s*(\d{1,2}))?)?/.exec(words.normalize('NFKC'))
  if (!found) return null
  const [, year, month, day] = found
  return [year, month && two(month), day && two(day)].filter(Boolean).join('-')
}

type Names = Readonly<Record<string, string>>

/** The country that words name; of names within others the longest. */
function regionIn(words: string, regions: readonly Names[]): string {
  const named = regions
    .flatMap(names => Object.entries(names))
    .filter(([, name]) => name.length > 1 && words.includes(name))
  return named.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}

/** What words say of a field, as far as they can be read so: a date of a sentence, a country by its name. */
export function readWords(field: Field, words: string, regions: readonly Names[]): string {
  const text = words.trim()
  if (field.kind === 'date' || field.kind === 'time') return dateIn(text) ?? text
  if (field.kind === 'region') return regionIn(text, regions)
  if (field.kind === 'choice') {
    const said = Object.entries(field.choices ?? {}).find(([, word]) => Object.values(word).some(each => text === each))
    return said?.[0] ?? ''
  }
  return field.kind === 'long_text' ? text : text.replace(/\s+/g, ' ')
}
