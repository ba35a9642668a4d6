import { sql } from 'kysely'
import type { WordFilter } from '#contract/word.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { KnownWord } from './paste.queries.ts'
import { whereOf } from './word.queries.ts'

/** All words, those turned off too. */
export async function readAllWords(ctx: Ctx): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`select id, rev, word, kind, category, level, enabled, note, key from word
    order by id`.execute(ctx.db)
  return rows
}

export async function findWordsOf(ctx: Ctx, filter: WordFilter): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from word where ${whereOf(filter)} order by id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
