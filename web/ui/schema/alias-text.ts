import { type AliasKind, type AliasNoteRead, aliasKinds, aliasKindWords } from '#contract/alias.ts'
import { useLocale } from '#web/platform/locale.ts'

const isNote = (value: unknown): value is AliasNoteRead =>
  typeof value === 'object' && value !== null && 'alias' in value && typeof value.alias === 'string'

const isKind = (kind: string): kind is AliasKind => (aliasKinds as readonly string[]).includes(kind)

/** The name of a language in the user's language; its code if there is none. */
export function useLanguageName(): (code: string) => string {
  const names = new Intl.DisplayNames(useLocale(), { type: 'language' })
  return code => {
    try {
      return names.of(code) ?? code
    } catch {
      return code
    }
  }
}

/** Details of an alias in a word or two. */
export function useAliasWords(): (notes: readonly AliasNoteRead[]) => string {
  const locale = useLocale()
  const languageName = useLanguageName()
  return notes => {
    const kinds = notes.flatMap(({ kind }) => (kind ? [isKind(kind) ? aliasKindWords[kind][locale] : kind] : []))
    const languages = notes.flatMap(({ lang }) => (lang ? [languageName(lang)] : []))
    return [...new Set([...kinds, ...languages])].join(' · ')
  }
}

/** The text of an alias note in histories and comparisons. */
export function useAliasNoteText(): (value: unknown) => string {
  const words = useAliasWords()
  return value => (isNote(value) ? `${value.alias} (${words([value])})` : String(value))
}
