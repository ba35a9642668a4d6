import { type RawBuilder, sql } from 'kysely'
import type { AliasNoteRead } from '#contract/alias.ts'
import type { DangerLevel } from '#contract/entities/og.schema.ts'
import type { IdentifierRead } from '#contract/identifier.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { KnownFact, ScreeningScope } from './scope.ts'

export type EntryRow = { id: number; key: string; schema: string; properties: Record<string, string[]> }
/**
 * All fields of a record that the engine reads, as returned by the database function `screened_fields`; the digest is
 * computed from the same result.
 */
export type ScreenedFields = {
  names: string[]
  aliases: string[]
  alias_notes: AliasNoteRead[]
  date: string | null
  region: string | null
  sex: string | null
  identifiers: IdentifierRead[]
}
export type PartyRow = ScreenedFields & {
  noun: PartyEntity
  id: number
  /** Digest of the fields above. */
  digest: string
  /** Null for an entity without danger level. */
  danger_level: DangerLevel | null
}
/**
 * `seen`: the row's version in the database; `isSettled`: the record is not queued, so that it lacks only the new
 * entries of a list.
 */
export type PassedRow = PartyRow & { seen: string; isSettled: boolean }

type StoredParty<Row extends PartyRow> = Omit<Row, keyof ScreenedFields> & { fields: ScreenedFields }

const dangerLevel: Record<PartyEntity, RawBuilder<unknown>> = { og: sql`danger_level`, person: sql`null` }

async function selectParties<Row extends PartyRow = PartyRow>(
  ctx: Ctx,
  noun: PartyEntity,
  where: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const { rows } = await sql<
    StoredParty<Row>
  >`select ${sql.lit(noun)} as noun, record.id, ${dangerLevel[noun]} as danger_level,
      screened.fields, screened_digest(screened.fields) as digest ${more}
    from ${sql.table(noun)} as record cross join lateral (select screened_fields(record) as fields offset 0) as screened
    where record.deleted_at is null and ${where}`.execute(ctx.db)
  return rows.map(({ fields, ...row }) => ({ ...row, ...fields }) as unknown as Row)
}

/** Records as they are compared, by id; without those in the trash. */
export function findParties(ctx: Ctx, noun: PartyEntity, ids: readonly number[]): Promise<PartyRow[]> {
  return selectParties(ctx, noun, sql`record.id = any(${ids}::bigint[])`)
}

const facts: Record<PartyEntity, Record<KnownFact, RawBuilder<unknown>>> = {
  og: {
    date: sql`register_time is not null`,
    region: sql`region is not null`,
    sex: sql`false`,
    identifiers: sql`identifiers <> '[]'`,
  },
  person: {
    date: sql`birth_time is not null`,
    region: sql`region is not null`,
    sex: sql`gender is not null`,
    identifiers: sql`identifiers <> '[]'`,
  },
}

type PartyBatch = { after: number; limit: number; scope: ScreeningScope; listId: number }

/**
 * A record that is queued, was never compared, or is quarantined is not settled: it will be compared with whole lists.
 */
const isUpToDate = (noun: PartyEntity) => sql`exists (select from screened_record as done
      where done.noun = ${sql.lit(noun)} and done.record_id = record.id)
    and not exists (select from screening_queue as queue where queue.noun = ${sql.lit(noun)} and queue.record_id = record.id)`

/** Records in the order of their ids: all, or those that have one of the given facts or hits on the list. */
export function findPartiesAfter(
  ctx: Ctx,
  noun: PartyEntity,
  { after, limit, scope, listId }: PartyBatch,
): Promise<PassedRow[]> {
  const hasHit = sql`exists (select from screening where screening.noun = ${sql.lit(noun)} and screening.record_id = record.id
    and screening.list_id = ${listId}::bigint)`
  const isNeeded =
    typeof scope === 'string' ? sql`true` : sql.join([hasHit, ...scope.map(fact => facts[noun][fact])], sql` or `)
  return selectParties<PassedRow>(
    ctx,
    noun,
    sql`record.id > ${after}::bigint and (${isNeeded}) order by record.id limit ${limit}`,
    sql`, record.xmin::text as seen, ${isUpToDate(noun)} as "isSettled"`,
  )
}

/** Digests of these records in their present state; deleted records are missing. */
export async function findDigests(ctx: Ctx, noun: PartyEntity, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{
    id: number
    digest: string
  }>`select id, screened_digest(screened_fields(record)) as digest
    from ${sql.table(noun)} as record where id = any(${ids}::bigint[]) and deleted_at is null`.execute(ctx.db)
  return new Map(rows.map(({ id, digest }) => [id, digest]))
}

/** Returns those of these records that are settled, each with the version of its row. */
export async function findUpToDate(ctx: Ctx, noun: PartyEntity, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{
    id: number
    seen: string
  }>`select id, xmin::text as seen from ${sql.table(noun)} as record
    where id = any(${ids}::bigint[]) and deleted_at is null and ${isUpToDate(noun)}`.execute(ctx.db)
  return new Map(rows.map(({ id, seen }) => [id, seen]))
}

/**
 * Current entries of a list in the order of their ids; `since`: only those that were added or changed after that
 * version.
 */
export async function findEntriesAfter(
  ctx: Ctx,
  listId: number,
  { after, since, limit }: { after: number; since: number; limit: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select id, key, schema, properties from list_entry
    where list_id = ${listId}::bigint and until is null and since > ${since}::int and id > ${after}::bigint
    order by id limit ${limit}`.execute(ctx.db)
  return rows
}

/** Entries by their ids, of any version. */
export async function findListedEntries(ctx: Ctx, ids: readonly number[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select id, key, schema, properties from list_entry
    where id = any(${ids}::bigint[])`.execute(ctx.db)
  return rows
}

/** Returns those of these entries that were added or changed after a version. */
export async function newOnes(ctx: Ctx, { since }: { since: number }, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select id from list_entry
    where id = any(${[...new Set(ids)]}::bigint[]) and since > ${since}::int`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

/** A current entry of a list. */
export async function findListedEntry(ctx: Ctx, listId: number, key: string): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`select id, key, schema, properties from list_entry
    where list_id = ${listId}::bigint and key = ${key} and until is null`.execute(ctx.db)
  return rows[0]
}

/** Names of lists by id. */
export async function findListNames(ctx: Ctx): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from list`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
