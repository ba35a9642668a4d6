import type { MarkEntity } from '#contract/import_run.api.ts'
import type { Entity } from '#contract/registry.ts'
import type { FieldChange } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Values = Record<string, unknown>

/** A record that the actor may read, as imports compare it. */
export type ExistingRecord = { id: number; rev: number; isWritable: boolean; values: Values; stored: Values }

/** The operations of an entity that undo an import's changes to its records. */
type RecordUndo = {
  find(ctx: Ctx, keys: { id: number[] }, options: { lock: boolean }): Promise<ExistingRecord[]>
  /** `furtherChanges`: additional changes for the history. */
  update(ctx: Ctx, all: { found: ExistingRecord; values: Values; furtherChanges?: FieldChange[] }[]): Promise<void>
  /** Removes links of one field that still exist. */
  unlink?(ctx: Ctx, id: number, field: string, gone: readonly unknown[]): Promise<void>
}

export type LinkEntity = Exclude<MarkEntity, Entity>
/** Undoes links through their own services. `first`: the id of the record at which the link begins. */
type LinkUndo = {
  remove(ctx: Ctx, id: number, first: number): Promise<unknown>
  update(ctx: Ctx, id: number, first: number, values: Values): Promise<unknown>
}

export type UndoAdapters = {
  records: Record<Entity, RecordUndo>
  links: Record<LinkEntity, LinkUndo>
  /** Removes further objects that a run created and that are unused. */
  rest: (ctx: Ctx, runId: number) => Promise<void>
}
