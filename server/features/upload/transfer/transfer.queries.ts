import { sql } from 'kysely'
import type { NewUpload } from '#contract/upload.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type Transfer = {
  id: string
  owner: number
  file_name: string
  size: number
  about: NewUpload
  upload_id: number | null
  created_at: string
}

const columns = sql`id, owner, file_name, size, about, upload_id, created_at`

export async function insertTransfer(
  ctx: Ctx,
  transfer: { id: string; fileName: string; size: number; about: NewUpload },
): Promise<void> {
  const at = ctx.now().toISOString()
  await sql`insert into transfer (id, owner, file_name, size, about, created_at, touched_at)
    values (${transfer.id}, ${ctx.actor.id}::bigint, ${transfer.fileName}, ${transfer.size}::bigint,
      ${JSON.stringify(transfer.about)}::jsonb, ${at}::timestamptz, ${at}::timestamptz)`.execute(ctx.db)
}

/** A transfer of the caller; those of other users do not exist for them. */
export async function findTransfer(
  ctx: Ctx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<Transfer | undefined> {
  const { rows } = await sql<Transfer>`select ${columns} from transfer
    where id = ${id} and owner = ${ctx.actor.id}::bigint ${options.lock ? sql`for update` : sql``}`.execute(ctx.db)
  return rows[0]
}

/** The caller's transfers in progress, newest first. */
export async function findUnfinished(ctx: Ctx, most = 100): Promise<Transfer[]> {
  const { rows } = await sql<Transfer>`select ${columns} from transfer
    where owner = ${ctx.actor.id}::bigint and upload_id is null order by created_at desc limit ${most}::int`.execute(
    ctx.db,
  )
  return rows
}

/** Makes `holder` the only writer for a while; false if another process is writing. */
export async function lockTransfer(ctx: Ctx, id: string, holder: string, forMs: number): Promise<boolean> {
  const at = ctx.now()
  const { numAffectedRows } =
    await sql`update transfer set holder = ${holder}, touched_at = ${at.toISOString()}::timestamptz,
      held_until = ${new Date(at.getTime() + forMs).toISOString()}::timestamptz
    where id = ${id} and (holder is null or holder = ${holder} or held_until <= ${at.toISOString()}::timestamptz)`.execute(
      ctx.db,
    )
  return Number(numAffectedRows ?? 0) > 0
}

/**
 * Call it in a transaction: whether `holder` is still the only writer. The lock keeps it so until the transaction ends.
 */
export async function holdsTransfer(ctx: Ctx, id: string, holder: string): Promise<boolean> {
  const { rows } = await sql`select from transfer where id = ${id} and holder = ${holder} for update`.execute(ctx.db)
  return rows.length > 0
}

export async function releaseTransfer(ctx: Ctx, id: string, holder: string): Promise<void> {
  await sql`update transfer set holder = null, held_until = null where id = ${id} and holder = ${holder}`.execute(
    ctx.db,
  )
}

export async function finishTransfer(ctx: Ctx, id: string, uploadId: number): Promise<void> {
  await sql`update transfer set upload_id = ${uploadId}::bigint, holder = null, held_until = null where id = ${id}`.execute(
    ctx.db,
  )
}

export async function removeTransfers(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await sql`delete from transfer where id = any(${ids}::text[])`.execute(ctx.db)
}

/** Transfers idle since `before`, or without any bytes and begun before `emptyBefore`. */
export async function findTransfersBefore(ctx: Ctx, before: string, emptyBefore: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from transfer where touched_at < ${before}::timestamptz
    or (touched_at = created_at and created_at < ${emptyBefore}::timestamptz and size > 0) for update`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Those of these transfers that are in progress, of any user. */
export async function findTransferIds(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{
    id: string
  }>`select id from transfer where id = any(${ids}::text[]) and upload_id is null`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}

/** Bytes stored or reserved, for this user and in total, and the number of the user's transfers in progress. */
export async function readUsage(ctx: Ctx) {
  const { rows } = await sql<{ user: number; total: number; unfinished: number }>`select
    (select coalesce(sum(size), 0) from upload where owner = ${ctx.actor.id}::bigint)::bigint
      + (select coalesce(sum(size), 0) from transfer
          where owner = ${ctx.actor.id}::bigint and upload_id is null)::bigint as "user",
    (select count(*) from transfer where owner = ${ctx.actor.id}::bigint and upload_id is null)::int as unfinished,
    (select coalesce(sum(size), 0) from upload_content)::bigint
      + (select coalesce(sum(size), 0) from transfer where upload_id is null)::bigint as total`.execute(ctx.db)
  return rows[0]!
}

/** Serialises the start of transfers, so that two do not both take the remaining space. */
export async function lockUsage(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('upload usage'))`.execute(ctx.db)
}
