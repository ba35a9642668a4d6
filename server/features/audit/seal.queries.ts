import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import type { AuditTable, RawEntry, SealHead } from './digest.ts'
import { parseRanges, type Ranges, writeRanges } from './ranges.ts'

export type Seal = SealHead & { previous: Buffer; hash: Buffer }
type SealMoment = { cluster: string; oldest_tx: number; next_tx: number }

/** The instant with microseconds, in UTC whatever the session's time zone. */
const instant = sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`
const ownColumns: Record<AuditTable, RawBuilder<unknown>> = {
  audit: sql`null::int as rev, jsonb_build_array(reason, detail)::text as content`,
  history: sql`rev, changes::text as content`,
}
const sealColumns = sql`id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, cluster, next_tx,
  audit_next, history_next, audit_ids::text, audit_open::text, audit_closed::text,
  history_ids::text, history_open::text, history_closed::text, count, previous, hash`

function entriesOf(trail: AuditTable, where: RawBuilder<unknown>) {
  return sql<RawEntry>`select id, ${instant}, user_id, username, act, noun, record_id, req_id, address,
      encode(content_hash, 'hex') as content_hash, erased_by, ${ownColumns[trail]}
    from ${sql.table(trail)} where ${where}`
}

/** The transactions that have ended in this snapshot: all before `oldest_tx`. */
export async function readMoment(ctx: Ctx): Promise<SealMoment> {
  const { rows } = await sql<SealMoment>`select (select system_identifier::text from pg_control_system()) as cluster,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest_tx,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next_tx`.execute(ctx.db)
  return rows[0]!
}

export async function findLastSeal(ctx: Ctx): Promise<Seal | undefined> {
  const { rows } = await sql<Seal>`select ${sealColumns} from audit_seal order by id desc limit 1`.execute(ctx.db)
  return rows[0]
}

/** The open ids of the newest link since which every transaction of that time has ended. */
export async function findSettledOpen(
  ctx: Ctx,
  moment: SealMoment,
  before: string,
): Promise<Record<AuditTable, Ranges>> {
  const { rows } = await sql<{ audit: string; history: string }>`
    select audit_open::text as audit, history_open::text as history from audit_seal
    where cluster <> ${moment.cluster} or (next_tx <= ${moment.oldest_tx}::bigint and at <= ${before}::timestamptz)
    order by id desc limit 1`.execute(ctx.db)
  return { audit: parseRanges(rows[0]?.audit ?? ''), history: parseRanges(rows[0]?.history ?? '') }
}

/** Unsealed entries in the order of ids: those with ids that were open, and those from `next` on. */
export async function findUnsealed(
  ctx: Ctx,
  trail: AuditTable,
  { open, next }: { open: Ranges; next: number },
  limit: number,
): Promise<RawEntry[]> {
  const late = open.length === 0 ? [] : await findInRanges(ctx, trail, open)
  if (late.length >= limit) return late.slice(0, limit)
  const { rows } = await sql<RawEntry>`${entriesOf(trail, sql`id >= ${next}::bigint`)}
    order by id limit ${limit - late.length}`.execute(ctx.db)
  return [...late, ...rows]
}

export async function findInRanges(ctx: Ctx, trail: AuditTable, ranges: Ranges): Promise<RawEntry[]> {
  if (ranges.length === 0) return []
  const { rows } = await sql<RawEntry>`
    select entry.* from unnest(${writeRanges(ranges)}::int8multirange) as part
    cross join lateral (${entriesOf(trail, sql`id >= lower(part) and id < upper(part)`)} order by id) as entry
    order by entry.id`.execute(ctx.db)
  return rows
}

/** False if another process added the link first. */
export async function insertSeal(
  ctx: Ctx,
  seal: SealHead & { digests: Buffer; previous: Buffer; hash: Buffer },
): Promise<boolean> {
  try {
    await sql`insert into audit_seal (id, at, cluster, next_tx, audit_next, history_next, audit_ids, audit_open,
        audit_closed, history_ids, history_open, history_closed, count, digests, previous, hash)
      values (${seal.id}, ${seal.at}, ${seal.cluster}, ${seal.next_tx}, ${seal.audit_next}, ${seal.history_next},
        ${seal.audit_ids}, ${seal.audit_open}, ${seal.audit_closed}, ${seal.history_ids}, ${seal.history_open},
        ${seal.history_closed}, ${seal.count}, ${seal.digests}, ${seal.previous}, ${seal.hash})`.execute(ctx.db)
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** The next links after `id` that cover at most about `entries` entries, at least one link. */
export async function findSealsAfter(ctx: Ctx, id: number, entries: number): Promise<(Seal & { digests: Buffer })[]> {
  const { rows } = await sql<Seal & { digests: Buffer }>`
    select ${sealColumns}, digests from audit_seal where id > ${id}::bigint and id <= (
      select max(few.id) from (
        select id, sum(count) over (order by id) - count as before from audit_seal
        where id > ${id}::bigint order by id limit 500
      ) as few where few.before < ${entries})
    order by id`.execute(ctx.db)
  return rows
}

/** Entries that erasures have recorded as emptied, by erasure. */
export async function findTombstones(ctx: Ctx): Promise<Map<number, Record<AuditTable, Ranges>>> {
  const { rows } = await sql<{ erasure: number; audit: string | null; history: string | null }>`
    select (detail ->> 'erasure')::bigint as erasure, detail -> 'entries' ->> 'audit' as audit,
      detail -> 'entries' ->> 'history' as history
    from audit where act = 'erase' and detail ? 'erasure'`.execute(ctx.db)
  return new Map(
    rows.map(row => [row.erasure, { audit: parseRanges(row.audit ?? ''), history: parseRanges(row.history ?? '') }]),
  )
}

/** The number of unsealed entries. */
export async function countUnsealed(ctx: Ctx, last: Seal | undefined): Promise<number> {
  const part = (trail: AuditTable, next: number, open: string) =>
    sql`(select count(*) from ${sql.table(trail)} where id >= ${next}::bigint)
      + (select count(*) from unnest(${open}::int8multirange) as part join ${sql.table(trail)} as entry
          on entry.id >= lower(part) and entry.id < upper(part))`
  const { rows } = await sql<{ count: number }>`select ${part('audit', last?.audit_next ?? 1, last?.audit_open ?? '{}')}
    + ${part('history', last?.history_next ?? 1, last?.history_open ?? '{}')} as count`.execute(ctx.db)
  return rows[0]!.count
}

export async function findSealHash(ctx: Ctx, id: number): Promise<string | undefined> {
  const { rows } = await sql<{
    hash: string
  }>`select encode(hash, 'hex') as hash from audit_seal where id = ${id}::bigint`.execute(ctx.db)
  return rows[0]?.hash
}
