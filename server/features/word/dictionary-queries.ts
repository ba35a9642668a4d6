import { sql } from 'kysely'
import { ogPolicy } from '#server/features/og/policy.ts'
import { personPolicy } from '#server/features/person/policy.ts'
import { readable } from '#server/platform/access.ts'
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
export async function readNames(ctx: Ctx, noun: 'og' | 'person'): Promise<NamedRecord[]> {
  const names = noun === 'og' ? sql`name || (aliases || array_remove(array[eng_name], null))` : sql`name || aliases`
  const { rows } = await sql<NamedRecord>`select id, ${names} as names from ${sql.table(noun)}
    where deleted_at is null`.execute(ctx.db)
  return rows
}

/** Names of those of these records that this reader may read. */
export async function readableNames(ctx: Ctx, noun: 'og' | 'person', ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const policy = noun === 'og' ? ogPolicy : personPolicy
  const { rows } = await sql<{ id: number; name: string }>`select id, name from ${sql.table(noun)}
    where id = any(${ids}::bigint[]) and deleted_at is null and ${readable(policy, ctx, noun)}`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row.name]))
}
