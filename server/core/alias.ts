import { type AliasNoteRead, notesOf } from '#contract/alias.ts'

type AliasOwner = { aliases?: string[] | undefined; alias_notes?: AliasNoteRead[] | undefined }

/** The notes to write if the input changes aliases or notes: a removed alias removes its notes. */
export function aliasNotesAfter(given: AliasOwner, before: AliasOwner | undefined): { alias_notes?: AliasNoteRead[] } {
  const { aliases = before?.aliases ?? [], alias_notes: notes = before?.alias_notes ?? [] } = given
  const kept = notesOf(notes, aliases)
  return given.alias_notes === undefined && kept.length === notes.length ? {} : { alias_notes: kept }
}
