import * as z from 'zod/mini'
import { type BilingualText, bilingual } from './bilingual.ts'
import { Required } from './wire.ts'

/** Kinds of aliases. An alias without a kind is simply another name. */
export const aliasKinds = ['former', 'weak', 'original', 'transliteration'] as const
export type AliasKind = (typeof aliasKinds)[number]

export const aliasKindWords: Readonly<Record<AliasKind, BilingualText>> = {
  former: bilingual('曾用名', 'Former name'),
  weak: bilingual('弱别名', 'Weak alias'),
  original: bilingual('原文', 'Original script'),
  transliteration: bilingual('转写', 'Transliteration'),
}

/** A language as files write it: `zh`, `zh-Hant`, `sr-Latn`. */
const Language = z.string().check(z.maxLength(35), z.refine(isLanguage, { params: { code: 'wrong' } }))

export function isLanguage(text: string): boolean {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(text)) return false
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-')).length === 1
  } catch {
    return false
  }
}

/** Details of one alias besides its text. */
export const AliasNote = z.strictObject({
  alias: Required(200),
  kind: z.nullable(z.enum(aliasKinds)),
  lang: z.nullable(Language),
})
export type AliasNote = z.output<typeof AliasNote>

/** `AliasNote` in replies. It has no limits, because notes stored under earlier rules are returned too. */
export const AliasNoteRead = z.strictObject({
  alias: z.string(),
  kind: z.nullable(z.string()),
  lang: z.nullable(z.string()),
})
export type AliasNoteRead = z.output<typeof AliasNoteRead>

/**
 * Merges the notes of each alias. An alias can have several kinds (a former name in another script), so each kind is
 * listed once, with the first language given.
 */
function tidyAliasNotes(notes: AliasNote[]): AliasNote[] {
  const known = new Map<string, AliasNote>()
  const kinds = new Set(notes.flatMap(({ alias, kind }) => (kind ? [alias] : [])))
  for (const { alias, kind, lang } of notes) {
    const key = JSON.stringify([alias, kind])
    const tidied = { alias, kind, lang: known.get(key)?.lang ?? canonical(lang) }
    if (kind || lang) known.set(key, tidied)
  }
  // A language given together with a kind applies to the whole alias.
  const languages = new Map([...known.values()].flatMap(({ alias, lang }) => (lang ? [[alias, lang] as const] : [])))
  return [...known.values()].flatMap(note =>
    note.kind === null && kinds.has(note.alias)
      ? []
      : [{ ...note, lang: note.lang ?? languages.get(note.alias) ?? null }],
  )
}

const canonical = (lang: string | null) =>
  lang ? (Intl.getCanonicalLocales(lang.replaceAll('_', '-'))[0] ?? null) : null

export const AliasNotes = z.pipe(z.array(AliasNote).check(z.maxLength(100)), z.transform(tidyAliasNotes))

/** Notes of the aliases that still exist; removing an alias removes its notes. */
export function notesOf<N extends { alias: string }>(notes: readonly N[], aliases: readonly string[]): N[] {
  const there = new Set(aliases)
  return notes.filter(({ alias }) => there.has(alias))
}
