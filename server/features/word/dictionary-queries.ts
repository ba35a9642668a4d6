import { sql } from 'kysely'
import type { PartyNoun } from '#contract/noun.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** What says that the dictionary must be made anew: the words' version, and when a named record last came, changed or went. */
export type DictionaryState = { database: string; version: number; names: string }

export async function readDictionaryState(ctx: Ctx): Promise<DictionaryState> {
  const { rows } = await sql<DictionaryState>`select current_database() as database, dictionary.version, concat_ws(' ',
      (select max(updated_at) from og where deleted_at is null),
      (select max(deleted_at) from og where deleted_at is not null),
      (select max(updated_at) from person where deleted_at is null),
      (select max(deleted_at) from person where deleted_at is not null)) as names
    from dictionary`.execute(ctx.db)
  return rows[0]!
}

export type EnabledWord = { id: number; word: string; kind: 'word' | 'allow'; level: number }

export async function readEnabledWords(ctx: Ctx): Promise<EnabledWord[]> {
  const { rows } = await sql<EnabledWord>`select id, word, kind, level from word where enabled order by id`.execute(
    ctx.db,
  )
  return rows
}

export type NamedRecord = { id: number; names: string[] }

/** Names and aliases of all living records, whoever may read them. */
export async function readNames(ctx: Ctx, noun: PartyNoun): Promise<NamedRecord[]> {
  const names = noun === 'og' ? sql`name || (aliases || array_remove(array[eng_name], null))` : sql`name || aliases`
  const { rows } = await sql<NamedRecord>`select id, ${names} as names from ${sql.table(noun)}
    where deleted_at is null`.execute(ctx.db)
  return rows
}
