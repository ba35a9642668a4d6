import type { AliasNoteRead } from '#contract/alias.ts'

/** An alias as the form holds it: one row for each of its kinds. */
export type AliasRow = { alias: string; kind: string | null; lang: string | null }

export const emptyRow: AliasRow = { alias: '', kind: null, lang: null }

export function rowsOf(aliases: readonly string[], notes: readonly AliasNoteRead[]): AliasRow[] {
  const own = Map.groupBy(notes, ({ alias }) => alias)
  return aliases.flatMap(alias => own.get(alias) ?? [{ ...emptyRow, alias }])
}

/** The values of the rows: empty rows are dropped, and duplicate aliases are combined. */
export function valuesOf(rows: readonly AliasRow[]): { aliases: string[]; notes: AliasNoteRead[] } {
  const said = rows.map(row => ({ ...row, alias: row.alias.trim() })).filter(({ alias }) => alias !== '')
  return {
    aliases: [...new Set(said.map(({ alias }) => alias))],
    notes: said.filter(({ kind, lang }) => kind !== null || lang !== null),
  }
}

/** Inserts pasted lines into a row: the first is joined with its text, the others become plain aliases below it. */
export function withLines(rows: readonly AliasRow[], at: number, texts: readonly string[]): AliasRow[] {
  const [first = '', ...more] = texts
  return rows.flatMap((row, n) =>
    n === at ? [{ ...row, alias: first }, ...more.map(alias => ({ ...emptyRow, alias }))] : [row],
  )
}
