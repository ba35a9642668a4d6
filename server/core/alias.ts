import { type AliasNoteRead, notesOf } from '#contract/alias.ts'

type Named = { aliases?: string[] | undefined; alias_notes?: AliasNoteRead[] | undefined }

/** The notes to write if the input changes aliases or notes: a removed alias removes its notes. */
export function aliasNotesAfter(given: Named, before: Named | undefined): { alias_notes?: AliasNoteRead[] } {
  const { aliases = before?.aliases ?? [], alias_notes: notes = before?.alias_notes ?? [] } = given
  const kept = notesOf(notes, aliases)
  return given.alias_notes === undefined && kept.length === notes.length ? {} : { alias_notes: kept }
}
