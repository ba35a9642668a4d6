import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

const known = new Map<string, string>()
const mostKnown = 200_000

const isEnglish = (word: string) => /^[a-z]{3,}$/.test(word)

/** The stem of each word; words that say nothing (“the”) have an empty one. PostgreSQL knows them, each is asked once. */
export async function stemsOf(ctx: Ctx, words: Iterable<string>): Promise<(word: string) => string> {
  const unknown = [...new Set(words)].filter(word => isEnglish(word) && !known.has(word))
  if (known.size > mostKnown) known.clear()
  const own = new Map<string, string>()
  if (unknown.length > 0) {
    const { rows } = await sql<{ word: string; stem: string | null }>`
      select word, (ts_lexize('english_stem', word))[1] as stem from unnest(${unknown}::text[]) as asked (word)`.execute(
      ctx.db,
    )
    for (const { word, stem } of rows) {
      known.set(word, stem ?? '')
      own.set(word, stem ?? '')
    }
  }
  return word => (isEnglish(word) ? (known.get(word) ?? own.get(word) ?? word) : word)
}
