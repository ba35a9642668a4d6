import type { AliasKind, AliasNote, AliasNoteRead } from '#contract/alias.ts'
import type { CarryNotes } from '#server/ingest/carry-notes.ts'
import type { PropertyReader } from './property-reader.ts'

/** Properties of names that imply the kind of name. */
const kinds = { previousName: 'former', weakAlias: 'weak' } as const satisfies Record<string, AliasKind>
const properties = Object.keys(kinds) as (keyof typeof kinds)[]

/** All further names of an entity, with their kinds and languages. */
export function aliasesIn(
  reader: PropertyReader,
  given: readonly AliasNote[] = [],
): { aliases: string[]; notes: AliasNote[] } {
  const notes = properties.flatMap(name => reader.all(name).map(alias => ({ alias, kind: kinds[name], lang: null })))
  return {
    aliases: [...reader.all('alias'), ...notes.map(({ alias }) => alias), ...given.map(({ alias }) => alias)],
    notes: [...notes, ...given.filter(({ kind, lang }) => kind !== null || lang !== null)],
  }
}

/** Former names and weak aliases have their own properties; other kinds and languages cannot be exported. */
export function aliasesOut(
  note: CarryNotes,
  noun: string,
  { aliases, alias_notes: notes }: { aliases: readonly string[]; alias_notes: readonly AliasNoteRead[] },
): Record<string, string[]> {
  const of = (wanted: AliasKind) => notes.filter(({ kind }) => kind === wanted).map(({ alias }) => alias)
  const own = properties.map(name => [name, aliases.filter(alias => of(kinds[name]).includes(alias))] as const)
  const placed = new Set(own.flatMap(([, names]) => names))
  const lost = notes.flatMap(({ alias, kind, lang }) => {
    const notes = [properties.some(name => kinds[name] === kind) ? null : kind, lang].filter(Boolean)
    return notes.length > 0 ? [`${alias} (${notes.join(', ')})`] : []
  })
  note(noun, 'alias_notes', 'no_home', lost)
  return { alias: aliases.filter(alias => !placed.has(alias)), ...Object.fromEntries(own) }
}
