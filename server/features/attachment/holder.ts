import type { AttachmentEntity } from '#contract/attachment.api.ts'
import { may, type RecordAction } from '#server/core/access.ts'
import { findRecord, type RecordRow, type RecordTable } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** The functions of an entity that allow files on its records: access to a file is that of its record. */
export type AttachmentHolder = {
  mayRead(ctx: Ctx, recordId: number): Promise<boolean>
  mayWrite(ctx: Ctx, recordId: number): Promise<boolean>
  /** The only files of a readable record that this reader gets; null or absent: all. */
  shown?(ctx: Ctx, recordId: number): Promise<readonly number[] | null>
  /** Whether the record needs this file permanently: then it cannot be removed. */
  isNeeded?(ctx: Ctx, recordId: number, attachmentId: number): Promise<boolean>
}

export type AttachmentHolders = Partial<Record<AttachmentEntity, AttachmentHolder>>

/** The holder of an entity with a standard record table. */
export function recordHolder<Row extends RecordRow>(
  table: Pick<RecordTable<Row, never>, 'row' | 'name' | 'policy' | 'columns' | 'json'>,
): AttachmentHolder {
  const mayDo = (act: RecordAction) => async (ctx: Ctx, recordId: number) => {
    const row = await findRecord(ctx, table, recordId)
    return row !== undefined && may(table.policy, ctx.actor, act, row)
  }
  return { mayRead: mayDo('read'), mayWrite: mayDo('update') }
}
