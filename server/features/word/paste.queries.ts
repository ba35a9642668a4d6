import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { PlainWord } from './word.queries.ts'

export type PastedWord = Pick<PlainWord, 'word' | 'kind' | 'category' | 'level' | 'note'> & { key: string }
export type KnownWord = PlainWord & { key: string }

export async function findByKeys(ctx: Ctx, keys: string[], lock: boolean): Promise<Map<string, KnownWord>> {
  const { rows } = await sql<KnownWord>`select id, rev, word, kind, category, level, enabled, note, key from word
    where key = any(${keys}::text[]) order by id ${lock ? sql`for update` : sql``}`.execute(ctx.db)
  return new Map(rows.map(row => [row.key, row]))
}

/** Inserts the words, and returns those that were not added by another user in the meantime. */
export async function insertPasted(ctx: Ctx, words: PastedWord[]): Promise<KnownWord[]> {
  if (words.length === 0) return []
  const { rows } =
    await sql<KnownWord>`insert into word (word, key, kind, category, level, note, owner, created_at, updated_at)
    select e.word, e.key, e.kind, e.category, e.level, e.note, ${ctx.actor.id}::bigint, ${ctx.now().toISOString()}::timestamptz,
      ${ctx.now().toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as e
      (word text, key text, kind word_kind, category text, level smallint, note text)
    on conflict (key) do nothing
    returning id, rev, word, kind, category, level, enabled, note, key`.execute(ctx.db)
  return rows
}

export async function updatePasted(ctx: Ctx, words: (PastedWord & { id: number })[]): Promise<void> {
  if (words.length === 0) return
  await sql`update word set kind = e.kind, category = e.category, level = e.level, note = e.note, rev = word.rev + 1,
      updated_at = ${ctx.now().toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as e
      (id bigint, kind word_kind, category text, level smallint, note text)
    where word.id = e.id`.execute(ctx.db)
}
