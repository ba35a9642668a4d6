import { sql } from 'kysely'
import type { PartyEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A queued record with all of its rows in the queue that no other worker has locked. */
export type QueuedParty = { noun: PartyEntity; record_id: number; rows: number[] }

/**
 * Locks the next records of the queue for this transaction. Removes nothing: records that are not settled at its end
 * stay queued, also if the worker is killed.
 */
export async function lockQueued(ctx: Ctx, limit: number): Promise<QueuedParty[]> {
  // Building the index of a large list may exceed the usual idle timeout of a transaction.
  await sql`set local idle_in_transaction_session_timeout = '15min'`.execute(ctx.db)
  const { rows } = await sql<QueuedParty>`with turn as materialized (
      select id, noun, record_id from screening_queue order by is_behind, id limit ${limit} for update skip locked),
    others as materialized (
      select queue.id, queue.noun, queue.record_id from screening_queue as queue
      where (queue.noun, queue.record_id) in (select noun, record_id from turn) and queue.id not in (select id from turn)
      for update skip locked)
    select noun, record_id, array_agg(id) as rows from (select * from turn union all select * from others) as queued
    group by noun, record_id order by noun, record_id`.execute(ctx.db)
  return rows
}

/** Removes locked and settled records from the queue. */
export async function removeQueued(ctx: Ctx, queued: readonly QueuedParty[]): Promise<void> {
  const ids = queued.flatMap(({ rows }) => rows)
  await sql`delete from screening_queue where id = any(${ids}::bigint[])`.execute(ctx.db)
}

/** Moves locked records that are not settled to the end of the queue; they keep their queue time. */
export async function putBack(ctx: Ctx, queued: readonly QueuedParty[]): Promise<void> {
  if (queued.length === 0) return
  const ids = queued.flatMap(({ rows }) => rows)
  await sql`with taken as (
      delete from screening_queue where id = any(${ids}::bigint[]) returning noun, record_id, queued_at, is_behind)
    insert into screening_queue (noun, record_id, queued_at, is_behind)
    select noun, record_id, min(queued_at), bool_and(is_behind) from taken group by noun, record_id`.execute(ctx.db)
}

export async function queueRecord(ctx: Ctx, noun: PartyEntity, id: number): Promise<void> {
  await sql`insert into screening_queue (noun, record_id) values (${noun}, ${id}::bigint)`.execute(ctx.db)
}

/** Queues those of these records that exist and are neither queued nor quarantined. */
export async function queueUnlessWaiting(ctx: Ctx, noun: PartyEntity, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into screening_queue (noun, record_id) select ${noun}, record.id from ${sql.table(noun)} as record
    where record.id = any(${ids}::bigint[]) and record.deleted_at is null
      and not exists (select from screening_queue as queue where queue.noun = ${noun} and queue.record_id = record.id)
      and not exists (select from set_aside where queue = 'screening' and key = ${noun} || ':' || record.id)`.execute(
    ctx.db,
  )
}
