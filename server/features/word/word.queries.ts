import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListPage } from '#contract/wire.ts'
import type { Word, WordFilter, WordQuery } from '#contract/word.api.ts'
import { readable } from '#server/core/access.ts'
import { anyOf } from '#server/core/table.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { wordKey } from './normalise.ts'

export type WordRow = Omit<Word, 'can'>
type WordValues = Partial<Pick<Word, 'word' | 'kind' | 'category' | 'level' | 'enabled' | 'note'>>
/** The columns of a word that a write needs. */
export type PlainWord = Pick<Word, 'id' | 'rev' | 'word' | 'kind' | 'category' | 'level' | 'enabled' | 'note'>

const plainColumns = ['id', 'rev', 'word', 'kind', 'category', 'level', 'enabled', 'note'] as const

/** Hits in the newest versions of pages whose organisation this reader may read. */
function newestHits(ctx: Ctx): RawBuilder<unknown> {
  return sql`word_hit join page on page.og_id = word_hit.og_id and page.id = word_hit.page_id and page.last_version = word_hit.version_id
    join og on og.id = word_hit.og_id and og.deleted_at is null and ${readable(ogPolicy, ctx, 'og')}`
}

export function whereOf(query: WordFilter): RawBuilder<SqlBool> {
  const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  const key = query.keyword && wordKey(query.keyword)
  const all = [
    query.keyword &&
      sql<SqlBool>`(${key ? sql`word.key like ${like(key)}` : sql`false`} or word.note ilike ${like(query.keyword)})`,
    query.id && anyOf('word.id', 'bigint', query.id),
    query.kind && anyOf('word.kind', 'word_kind', query.kind),
    query.category && anyOf('word.category', 'text', query.category),
    query.level && anyOf('word.level', 'smallint', query.level),
    query.enabled && sql<SqlBool>`word.enabled = any(${query.enabled}::boolean[])`,
  ].filter(condition => !!condition)
  return all.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(all, sql` and `)}`
}

const orders = {
  updated_at: sql`word.updated_at`,
  created_at: sql`word.created_at`,
  word: sql`word.key`,
  level: sql`word.level`,
  hits: sql`coalesce(sums.hits, 0)`,
}

export async function findWords(ctx: Ctx, query: WordQuery): Promise<ListPage<WordRow>> {
  const { current, pageSize, sort = '-updated_at' } = query
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const order = orders[sort.replace('-', '') as keyof typeof orders]
  const where = whereOf(query)
  const byHits = sort.endsWith('hits')
  // Only the words on the current page of the list are counted, unless the list is sorted by count.
  const sums = byHits
    ? sql`left join (select word_hit.word_id, sum(word_hit.count)::int as hits, count(*)::int as pages from ${newestHits(ctx)}
        group by word_hit.word_id) as sums on sums.word_id = word.id`
    : sql``
  const counts = sql`left join lateral (select coalesce(sum(word_hit.count), 0)::int as hits, count(*)::int as pages
    from ${newestHits(ctx)} where word_hit.word_id = word.id) as found on true`
  const [rows, total] = await Promise.all([
    sql<WordRow>`with chosen as (
        select word.*, ${order} as place from word ${sums} where ${where}
        order by ${order} ${direction}, word.id ${direction} limit ${pageSize} offset ${(current - 1) * pageSize})
      select word.id, word.rev, word.word, word.kind, word.category, word.level, word.enabled, word.note, word.owner,
        "user".username as owner_name, found.hits, found.pages, word.created_at, word.updated_at
      from chosen as word left join "user" on "user".id = word.owner ${counts}
      order by word.place ${direction}, word.id ${direction}`.execute(ctx.db),
    countWords(ctx, query),
  ])
  return { items: rows.rows, total, current, pageSize }
}

async function countWords(ctx: Ctx, filter: WordFilter): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::int as total from word where ${whereOf(filter)}`.execute(ctx.db)
  return rows[0]!.total
}

export async function findWord(ctx: Ctx, id: number): Promise<WordRow | undefined> {
  const query: WordQuery = { id: [id], current: 1, pageSize: 1 }
  return (await findWords(ctx, query)).items[0]
}

export function lockWord(ctx: Ctx, id: number): Promise<PlainWord | undefined> {
  return ctx.db.selectFrom('word').select(plainColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks the given words, or those that a filter selects, in the order of their ids. */
export async function lockWords(ctx: Ctx, named: number[] | WordFilter): Promise<PlainWord[]> {
  const where = Array.isArray(named) ? sql<SqlBool>`word.id = any(${named}::bigint[])` : whereOf(named)
  const { rows } = await sql<PlainWord>`select ${sql.join(plainColumns.map(name => sql.ref(name)))} from word
    where ${where} order by id for update`.execute(ctx.db)
  return rows
}

function duplicateError(error: unknown, word: string): unknown {
  return isUniqueViolation(error, 'word_key_key') ? new AppError('duplicate', { value: word }) : error
}

export async function insertWord(ctx: Ctx, values: WordValues & { word: string; key: string }): Promise<PlainWord> {
  const at = ctx.now().toISOString()
  try {
    return await ctx.db
      .insertInto('word')
      .values({ ...values, owner: ctx.actor.id, created_at: at, updated_at: at })
      .returning(plainColumns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw duplicateError(error, values.word)
  }
}

export async function patchWord(
  ctx: Ctx,
  before: PlainWord,
  values: WordValues & { key?: string },
): Promise<PlainWord> {
  try {
    return await ctx.db
      .updateTable('word')
      .set({ ...values, rev: before.rev + 1, updated_at: ctx.now().toISOString() })
      .where('id', '=', before.id)
      .returning(plainColumns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw duplicateError(error, values.word ?? before.word)
  }
}

/** Sets the same values on many words and increments their revisions. */
export async function patchWords(ctx: Ctx, ids: number[], values: WordValues): Promise<void> {
  if (ids.length === 0) return
  const at = ctx.now().toISOString()
  await ctx.db
    .updateTable('word')
    .set(eb => ({ ...values, rev: eb('rev', '+', 1), updated_at: at }))
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .execute()
}

export async function removeWords(ctx: Ctx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from word where id = any(${ids}::bigint[])`.execute(ctx.db)
}

export async function findCategories(ctx: Ctx): Promise<{ category: string; count: number }[]> {
  const { rows } = await sql<{ category: string; count: number }>`select category, count(*)::int as count from word
    where category is not null group by category order by count desc, category limit 500`.execute(ctx.db)
  return rows
}
