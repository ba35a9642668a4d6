import { type RawBuilder, sql } from 'kysely'
import type { AliasNoteRead } from '#contract/alias.ts'
import type { IdentifierRead } from '#contract/identifier.ts'
import type { PartyNoun } from '#contract/noun.ts'
import type { DangerLevel } from '#contract/og-card.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { KnownFact, Scope } from './scope.ts'

export type EntryRow = { id: number; key: string; schema: string; properties: Record<string, string[]> }
export type PartyRow = {
  noun: PartyNoun
  id: number
  rev: number
  names: string[]
  aliases: string[]
  alias_notes: AliasNoteRead[]
  date: string | null
  region: string | null
  sex: string | null
  identifiers: IdentifierRead[]
  /** Null of a noun that has none. */
  danger_level: DangerLevel | null
}

const parts: Record<PartyNoun, RawBuilder<unknown>> = {
  og: sql`array_remove(array[name, eng_name], null) as names, register_time as date, null as sex, danger_level`,
  person: sql`array[name] as names, birth_time as date, gender as sex, null as danger_level`,
}

const partyRows = (noun: PartyNoun, where: RawBuilder<unknown>) =>
  sql<PartyRow>`select ${sql.lit(noun)} as noun, id, rev, ${parts[noun]}, aliases, alias_notes, region, identifiers
    from ${sql.table(noun)} where deleted_at is null and ${where}`

/** These records as they are compared; those in the trash are none. */
export async function findParties(ctx: Ctx, noun: PartyNoun, ids: readonly number[]): Promise<PartyRow[]> {
  const { rows } = await partyRows(noun, sql`id = any(${ids}::bigint[])`).execute(ctx.db)
  return rows
}

const facts: Record<PartyNoun, Record<KnownFact, RawBuilder<unknown>>> = {
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

type Asked = { after: number; limit: number; scope: Scope; listId: number }

/** Records in the order of their ids: all, or those that know one of some facts and those with hits on the list. */
export async function findPartiesAfter(
  ctx: Ctx,
  noun: PartyNoun,
  { after, limit, scope, listId }: Asked,
): Promise<PartyRow[]> {
  const hasHit = sql`exists (select from screening where screening.noun = ${sql.lit(noun)} and screening.record_id = ${sql.table(noun)}.id
    and screening.list_id = ${listId}::bigint)`
  const isNeeded =
    typeof scope === 'string' ? sql`true` : sql.join([hasHit, ...scope.map(fact => facts[noun][fact])], sql` or `)
  const { rows } =
    await sql<PartyRow>`${partyRows(noun, sql`id > ${after}::bigint and (${isNeeded})`)} order by id limit ${limit}`.execute(
      ctx.db,
    )
  return rows
}

/** How often each of these records was saved, as far as it is there. */
export async function findRevs(ctx: Ctx, noun: PartyNoun, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; rev: number }>`select id, rev from ${sql.table(noun)}
    where id = any(${ids}::bigint[]) and deleted_at is null`.execute(ctx.db)
  return new Map(rows.map(({ id, rev }) => [id, rev]))
}

/** Entries that hold now, in the order of their ids; `since`: only those that came or changed after that version. */
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

/** These rows of lists, whatever version they are of. */
export async function findEntries(ctx: Ctx, ids: readonly number[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select id, key, schema, properties from list_entry
    where id = any(${ids}::bigint[])`.execute(ctx.db)
  return rows
}

/** Of these entries, those that came or changed after a version. */
export async function newOnes(ctx: Ctx, { since }: { since: number }, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select id from list_entry
    where id = any(${[...new Set(ids)]}::bigint[]) and since > ${since}::int`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

/** An entry that a list has now. */
export async function findEntry(ctx: Ctx, listId: number, key: string): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`select id, key, schema, properties from list_entry
    where list_id = ${listId}::bigint and key = ${key} and until is null`.execute(ctx.db)
  return rows[0]
}

/** What lists are called, by their ids. */
export async function findListNames(ctx: Ctx): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from list`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
