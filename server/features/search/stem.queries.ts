import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { Stems } from './stem.ts'

const stemCache = new Stems()

/** Stems of words from PostgreSQL, cached, so that each word is queried once. */
export async function stemsOf(ctx: Ctx, words: readonly string[]): Promise<(word: string) => string> {
  const own = new Stems()
  own.learn(words.map(word => [word, stemCache.of(word)]))
  const found = await readStems(ctx, stemCache.unknown(words))
  stemCache.learn(found)
  own.learn(found)
  return word => own.of(word)
}

/** Words with their stems from PostgreSQL. */
export async function readStems(ctx: Ctx, words: readonly string[]): Promise<[word: string, stem: string][]> {
  if (words.length === 0) return []
  const { rows } = await sql<{ word: string; stem: string | null }>`
    select word, (ts_lexize('english_stem', word))[1] as stem from unnest(${words}::text[]) as asked (word)`.execute(
    ctx.db,
  )
  return rows.map(({ word, stem }) => [word, stem ?? ''])
}
