import type { AttachmentNoun } from '#contract/attachment.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Act, may } from '#server/record/access.ts'
import { findRecord, type RecordRow, type RecordTable } from '#server/record/table.ts'

/** What a noun brings so that files can be attached to its records: their access is the record's. */
export type AttachmentHolder = {
  mayRead(ctx: Ctx, recordId: number): Promise<boolean>
  mayWrite(ctx: Ctx, recordId: number): Promise<boolean>
  /** The only files that this reader gets of a record they may read; null or absent: all. */
  shown?(ctx: Ctx, recordId: number): Promise<readonly number[] | null>
  /** Whether the record needs this file for good: then it cannot be taken away. */
  isNeeded?(ctx: Ctx, recordId: number, attachmentId: number): Promise<boolean>
}

export type AttachmentHolders = Partial<Record<AttachmentNoun, AttachmentHolder>>

/** The holder of a noun whose records are of the common kit. */
export function recordHolder<Row extends RecordRow>(
  table: Pick<RecordTable<Row, never>, 'row' | 'name' | 'policy' | 'columns' | 'json'>,
): AttachmentHolder {
  const mayDo = (act: Act) => async (ctx: Ctx, recordId: number) => {
    const row = await findRecord(ctx, table, recordId)
    return row !== undefined && may(table.policy, ctx.actor, act, row)
  }
  return { mayRead: mayDo('read'), mayWrite: mayDo('update') }
}
