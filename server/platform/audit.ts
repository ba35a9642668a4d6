import { sql } from 'kysely'
import type { AuditAct, AuditEntity } from '#contract/audit.api.ts'
import type { Ctx } from './ctx.ts'

/** An act that changes no record. `reason` is the reason that the user gave. */
type NewAuditEntry = {
  act: AuditAct
  noun: AuditEntity
  recordId?: number | null
  reason?: string | null
  detail?: Record<string, unknown>
}

/** Adds one entry to the audit log, in the caller's transaction. Changes of records are in the history instead. */
export async function audit(ctx: Ctx, entry: NewAuditEntry): Promise<void> {
  const { act, noun, recordId = null, reason = null, detail = {} } = entry
  await sql`insert into audit (at, user_id, username, act, noun, record_id, reason, detail, req_id, address)
    values (${ctx.now().toISOString()}::timestamptz, ${ctx.actor.id}::bigint, ${ctx.actor.username}::text, ${act}::text,
      ${noun}::text, ${recordId}::bigint, ${reason}::text, ${JSON.stringify(detail)}::jsonb, ${ctx.reqId}::text,
      ${ctx.address}::text)`.execute(ctx.db)
}

/**
 * Like `audit`, but at most once within `withinMs` for one user, act and record: for reads that a screen repeats. Two
 * calls at the same moment may both write an entry.
 */
export async function auditSeldom(
  ctx: Ctx,
  entry: NewAuditEntry & { recordId: number },
  withinMs: number,
): Promise<void> {
  const since = new Date(ctx.now().getTime() - withinMs).toISOString()
  const { rows } =
    await sql`select from audit where noun = ${entry.noun}::text and record_id = ${entry.recordId}::bigint
    and act = ${entry.act}::text and user_id is not distinct from ${ctx.actor.id}::bigint
    and at > ${since}::timestamptz limit 1`.execute(ctx.db)
  if (rows.length === 0) await audit(ctx, entry)
}

/** A read of one record, or of several records of a list (then `record_id` is null and the ids are in `detail`). */
export type ReadEntry = {
  at: string
  user_id: number
  username: string
  noun: AuditEntity
  record_id: number | null
  detail: Record<string, unknown>
  req_id: string
  address: string
}

/**
 * Adds entries of act `read` in one statement. An entry of one record is skipped if this user has another one within
 * `withinMs`; other processes write such entries too.
 */
export async function auditReads(ctx: Ctx, entries: readonly ReadEntry[], withinMs: number): Promise<void> {
  if (entries.length === 0) return
  const since = new Date(ctx.now().getTime() - withinMs).toISOString()
  await sql`insert into audit (at, user_id, username, act, noun, record_id, reason, detail, req_id, address)
    select at, user_id, username, 'read', noun, record_id, null, detail, req_id, address
    from json_to_recordset(${JSON.stringify(entries)}::json) as entry (at timestamptz, user_id bigint, username text,
      noun text, record_id bigint, detail jsonb, req_id text, address text)
    where entry.record_id is null or not exists (select from audit where audit.noun = entry.noun
      and audit.record_id = entry.record_id and audit.act = 'read' and audit.user_id = entry.user_id
      and audit.at > ${since}::timestamptz)`.execute(ctx.db)
}
