import type { MarkNoun } from '#contract/import_run.ts'
import type { CardNoun } from '#contract/noun.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Change } from '#server/record/history.ts'

type Values = Record<string, unknown>

/** A record that the actor may read, as imports compare it. */
export type Found = { id: number; rev: number; isWritable: boolean; values: Values; stored: Values }

/** How a noun's records take back what an import gave them. */
export type RecordUndo = {
  find(ctx: Ctx, keys: { id: number[] }, options: { lock: boolean }): Promise<Found[]>
  /** `told`: what the history says besides. */
  update(ctx: Ctx, all: { found: Found; values: Values; told?: Change[] }[]): Promise<void>
  /** Takes links of one field away that are still there. */
  unlink?(ctx: Ctx, id: number, field: string, gone: readonly unknown[]): Promise<void>
}

export type LinkNoun = Exclude<MarkNoun, CardNoun>
/** Links are taken back through their own doors. `first`: the number of the record at which it begins. */
export type LinkUndo = {
  remove(ctx: Ctx, id: number, first: number): Promise<unknown>
  update(ctx: Ctx, id: number, first: number, values: Values): Promise<unknown>
}

export type UndoKits = {
  records: Record<CardNoun, RecordUndo>
  links: Record<LinkNoun, LinkUndo>
  /** What a run made beside its records, and nobody uses. */
  rest: (ctx: Ctx, runId: number) => Promise<void>
}
