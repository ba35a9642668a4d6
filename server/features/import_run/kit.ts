import type { MarkNoun } from '#contract/import_run.ts'
import type { CardNoun } from '#contract/noun.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Change } from '#server/record/history.ts'

type Values = Record<string, unknown>

/** A record that the actor may read, as imports compare it. */
export type Found = { id: number; rev: number; isWritable: boolean; values: Values; stored: Values }

/** The operations of an entity that undo an import's changes to its records. */
export type RecordUndo = {
  find(ctx: Ctx, keys: { id: number[] }, options: { lock: boolean }): Promise<Found[]>
  /** `told`: additional changes for the history. */
  update(ctx: Ctx, all: { found: Found; values: Values; told?: Change[] }[]): Promise<void>
  /** Removes links of one field that still exist. */
  unlink?(ctx: Ctx, id: number, field: string, gone: readonly unknown[]): Promise<void>
}

export type LinkNoun = Exclude<MarkNoun, CardNoun>
/** Undoes links through their own services. `first`: the id of the record at which the link begins. */
export type LinkUndo = {
  remove(ctx: Ctx, id: number, first: number): Promise<unknown>
  update(ctx: Ctx, id: number, first: number, values: Values): Promise<unknown>
}

export type UndoKits = {
  records: Record<CardNoun, RecordUndo>
  links: Record<LinkNoun, LinkUndo>
  /** Removes further objects that a run created and that are unused. */
  rest: (ctx: Ctx, runId: number) => Promise<void>
}
