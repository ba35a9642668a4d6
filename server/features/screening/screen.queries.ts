import { type RawBuilder, sql } from 'kysely'
import type { PartyEntity } from '#contract/registry.ts'
import type { ComparedParty, MatchFeature, ScreeningState } from '#contract/screening.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type ScoredMatch = {
  list_id: number
  entry_key: string
  entry_id: number
  noun: PartyEntity
  record_id: number
  score: number
  features: MatchFeature[]
  party: ComparedParty
  entry_party: ComparedParty
  seen: number
}
type KnownScreening = Pick<ScoredMatch, 'list_id' | 'entry_key' | 'noun' | 'record_id'> & {
  id: number
  rev: number
  state: ScreeningState
  decided_party: ComparedParty | null
  decided_entry: ComparedParty | null
}

/** Stored pairs of these records, by list. */
export async function findStoredMatches(
  ctx: Ctx,
  noun: PartyEntity,
  ids: readonly number[],
): Promise<KnownScreening[]> {
  const { rows } =
    await sql<KnownScreening>`select id, rev, list_id, entry_key, noun, record_id, state, decided_party, decided_entry
    from screening where noun = ${noun} and record_id = any(${ids}::bigint[])`.execute(ctx.db)
  return rows
}

/**
 * Writes pairs; `reopened`: the fields for which a decided pair opens again, unless it was decided meanwhile (`rev` has
 * changed). Returns the records with new pairs, each with their number.
 */
export async function storeMatches(
  ctx: Ctx,
  found: readonly (ScoredMatch & { reopened: string[]; rev: number | undefined })[],
): Promise<{ noun: PartyEntity; record_id: number; count: number }[]> {
  if (found.length === 0) return []
  const { rows } = await sql<{
    noun: PartyEntity
    record_id: number
    is_new: boolean
  }>`insert into screening (list_id, entry_key, entry_id, noun, record_id, score, features, party, entry_party, seen,
      found_at, updated_at)
    select list_id, entry_key, entry_id, noun, record_id, score, features, party, entry_party, seen,
      ${ctx.now().toISOString()}::timestamptz, ${ctx.now().toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as row (list_id bigint, entry_key text, entry_id bigint, noun text,
      record_id bigint, score real, features jsonb, party jsonb, entry_party jsonb, seen int)
    on conflict (list_id, entry_key, noun, record_id) do update set
      entry_id = excluded.entry_id, score = excluded.score, features = excluded.features, party = excluded.party,
      entry_party = excluded.entry_party, seen = excluded.seen, is_gone = false,
      updated_at = case when screening.features = excluded.features and not screening.is_gone then screening.updated_at
        else excluded.updated_at end
    returning noun, record_id, xmax = 0 as is_new`.execute(ctx.db)
  await reopenScreenings(ctx, found)
  const counts = Map.groupBy(
    rows.filter(({ is_new }) => is_new),
    ({ record_id }) => record_id,
  )
  return [...counts.values()].flatMap(each => each.slice(0, 1).map(row => ({ ...row, count: each.length })))
}

async function reopenScreenings(ctx: Ctx, found: readonly Parameters<typeof storeMatches>[1][number][]): Promise<void> {
  const again = found.filter(({ reopened }) => reopened.length > 0)
  if (again.length === 0) return
  await sql`update screening set state = 'open', rev = screening.rev + 1, before = null, updated_at = ${ctx.now().toISOString()}::timestamptz,
      reopened = array(select jsonb_array_elements_text(row.reopened))
    from jsonb_to_recordset(${JSON.stringify(again)}::jsonb) as row (list_id bigint, entry_key text, noun text,
      record_id bigint, reopened jsonb, rev int)
    where screening.list_id = row.list_id and screening.entry_key = row.entry_key and screening.noun = row.noun
      and screening.record_id = row.record_id and screening.rev = row.rev`.execute(ctx.db)
}

/**
 * Removes pairs of these records with entries newer than a version that no longer match: open pairs are deleted,
 * decided ones stay and are marked as no longer matching. Pairs of quarantined entries stay, because their state is
 * unknown.
 */
export async function dropUnfound(
  ctx: Ctx,
  { list_id, since }: { list_id: number; since: number },
  { noun, ids }: { noun: PartyEntity; ids: readonly number[] },
  found: readonly Pick<ScoredMatch, 'entry_key' | 'record_id'>[],
): Promise<void> {
  const pairs = JSON.stringify(found.map(({ entry_key, record_id }) => ({ entry_key, record_id })))
  await dropOutdated(
    ctx,
    sql`screening.list_id = ${list_id}::bigint and screening.noun = ${noun} and screening.record_id = any(${ids}::bigint[])
      and exists (select from list_entry as entry where entry.list_id = screening.list_id
        and entry.key = screening.entry_key and entry.until is null and entry.since > ${since}::int)
      and not exists (select from set_aside where set_aside.queue = 'screening'
        and set_aside.key = 'entry:' || screening.list_id || ':' || screening.entry_key)
      and not exists (select from jsonb_to_recordset(${pairs}::jsonb) as row (entry_key text, record_id bigint)
        where row.entry_key = screening.entry_key and row.record_id = screening.record_id)`,
  )
}

/** Removes pairs with entries that a list no longer has. */
export async function dropRemoved(ctx: Ctx, listId: number): Promise<void> {
  await dropOutdated(
    ctx,
    sql`screening.list_id = ${listId}::bigint and not exists (select from list_entry as entry
      where entry.list_id = screening.list_id and entry.key = screening.entry_key and entry.until is null)`,
  )
}

async function dropOutdated(ctx: Ctx, where: RawBuilder<unknown>): Promise<void> {
  await sql`delete from screening where ${where} and decided_at is null`.execute(ctx.db)
  await sql`update screening set is_gone = true, updated_at = ${ctx.now().toISOString()}::timestamptz
    where ${where} and not is_gone`.execute(ctx.db)
}

/** Removes pairs of deleted records; moves those of a merged record to the record that it became part of. */
export async function followRecords(ctx: Ctx, noun: PartyEntity, ids: readonly number[]): Promise<void> {
  const became = sql`select record.id, record.merged_into from ${sql.table(noun)} as record
    where record.id = any(${ids}::bigint[]) and record.merged_into is not null`
  // A decision on the merged record applies to the remaining one, unless that has its own decision.
  await sql`delete from screening using screening as from_pair, (${became}) as became
    where screening.noun = ${noun} and screening.record_id = became.merged_into and screening.decided_at is null
      and from_pair.noun = ${noun} and from_pair.record_id = became.id and from_pair.decided_at is not null
      and from_pair.list_id = screening.list_id and from_pair.entry_key = screening.entry_key`.execute(ctx.db)
  await sql`update screening set record_id = became.merged_into from (${became}) as became
    where screening.noun = ${noun} and screening.record_id = became.id and screening.decided_at is not null
      and not exists (select from screening as other where other.list_id = screening.list_id
        and other.entry_key = screening.entry_key and other.noun = ${noun} and other.record_id = became.merged_into)`.execute(
    ctx.db,
  )
  await sql`insert into screening_queue (noun, record_id) select distinct ${noun}, became.merged_into from (${became}) as became`.execute(
    ctx.db,
  )
  await sql`delete from screening where noun = ${noun} and record_id = any(${ids}::bigint[])
    and not exists (select from ${sql.table(noun)} as record where record.id = screening.record_id and record.deleted_at is null)`.execute(
    ctx.db,
  )
}
