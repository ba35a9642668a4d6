import { sql } from 'kysely'
import type { PartyEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * `version`: the version of words and names; `pending`: changes of names that are not in any version yet, as their
 * number and the newest id.
 */
export type DictionaryState = { database: string; version: number; pending: string }

export async function readDictionaryState(ctx: Ctx): Promise<DictionaryState> {
  const { rows } = await sql<DictionaryState>`select current_database() as database, dictionary.version,
      (select count(*) || ' ' || coalesce(max(id), 0) from name_change) as pending from dictionary`.execute(ctx.db)
  return rows[0]!
}

/**
 * Puts all committed changes of names into a new version; returns false if there are none. If two calls run
 * concurrently, the second waits and finds none. A change that commits later keeps its row for the next call.
 */
export async function raiseForNames(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql`with taken as (delete from name_change returning id)
    update dictionary set version = version + 1 where exists (select from taken) returning version`.execute(ctx.db)
  return rows.length > 0
}

/** Whether a change of names has waited for at least `forMs`, so that several changes in a row make one version. */
export async function hasNamesWaiting(ctx: Ctx, forMs: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from name_change
    where at <= clock_timestamp() - make_interval(secs => ${forMs / 1000}::float8)) as is`.execute(ctx.db)
  return rows[0]!.is
}

/** Whether words or names have changed since this version. */
export async function hasNewerVersion(ctx: Ctx, version: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select version > ${version}::int as is from dictionary`.execute(ctx.db)
  return rows[0]?.is ?? false
}

export type EnabledWord = { id: number; word: string; kind: 'word' | 'allow'; level: number }

export async function readEnabledWords(ctx: Ctx): Promise<EnabledWord[]> {
  const { rows } = await sql<EnabledWord>`select id, word, kind, level from word where enabled order by id`.execute(
    ctx.db,
  )
  return rows
}

export type NamedRecord = { id: number; names: string[] }

/** Names and aliases of all live records, regardless of who may read them. */
export async function readNames(ctx: Ctx, noun: PartyEntity): Promise<NamedRecord[]> {
  const names = {
    og: sql`name || (aliases || array_remove(array[eng_name], null))`,
    person: sql`name || aliases`,
  }[noun]
  const { rows } = await sql<NamedRecord>`select id, ${names} as names from ${sql.table(noun)}
    where deleted_at is null`.execute(ctx.db)
  return rows
}
