import { sql } from 'kysely'
import { readable, selectedFields, writable } from '#server/core/access.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import { findIdsByKeys, findIdsByNumbers } from '#server/core/rows.ts'
import { type ExistingRecord, numberKeys, withNumbers } from '#server/features/import/import.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { lower } from '#server/text/lower.ts'
import { ogPolicy } from './og.policy.ts'
import { ogTable } from './og.queries.ts'

/** Readable live records that one of the keys identifies; a category is matched by its name. */
export async function findOgsByKeys(
  ctx: Ctx,
  keys: Record<string, unknown[]>,
  options: { lock: boolean },
): Promise<ExistingRecord[]> {
  const names = (keys.name ?? []).map(value => lower(String(value).normalize('NFKC')))
  const byNumber = numberKeys(keys)
  const ids = [
    ...((keys.id ?? []) as number[]),
    ...(await findIdsByKeys(ctx, 'og', [
      { expression: sql`external_id`, values: [...((keys.external_id ?? []) as string[]), ...byNumber.ids] },
      { expression: sql`host`, values: (keys.host ?? []) as string[] },
      { expression: sql`lower(normalize(name, NFKC))`, values: names },
    ])),
    ...(await findIdsByNumbers(ctx, 'og', byNumber.numbers)),
  ]
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('og')
    .leftJoin('og_cate', join => join.onRef('og_cate.id', '=', 'og.category_id').on('og_cate.deleted_at', 'is', null))
    .select(selectedFields('og', ogTable.columns))
    .select(['og_cate.name as category', writable(ogPolicy, ctx, 'update', 'og').as('is_writable')])
    .where('og.id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('og.deleted_at', 'is', null)
    .where(readable(ogPolicy, ctx, 'og'))
    .orderBy('og.id')
    .$if(options.lock, query => query.forUpdate('og'))
    .execute()
  return rows.map(({ category, is_writable, ...values }) =>
    withNumbers(
      {
        id: values.id,
        rev: values.rev,
        isWritable: is_writable === true,
        values: { ...values, category_id: category },
        stored: values,
      },
      keys,
    ),
  )
}

export function findCategories(ctx: Ctx): Promise<{ id: number; name: string }[]> {
  return ctx.db.selectFrom('og_cate').select(['id', 'name']).where('deleted_at', 'is', null).execute()
}

/** The ids of categories by the key of their name; missing ones are created, with their history. */
export async function ensureCategories(
  ctx: Ctx,
  names: string[],
  keyOf: (name: string) => string,
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const known = new Set((await findCategories(ctx)).map(({ name }) => keyOf(name)))
  const lacking = new Map(names.filter(name => !known.has(keyOf(name))).map(name => [keyOf(name), name]))
  if (lacking.size > 0) {
    const at = ctx.now().toISOString()
    const made = await ctx.db
      .insertInto('og_cate')
      .values([...lacking.values()].map(name => ({ name, owner: ctx.actor.id, created_at: at, updated_at: at })))
      .onConflict(conflict => conflict.doNothing())
      .returning(['id', 'rev', 'name'])
      .execute()
    const records = made.map(({ id, rev, name }) => ({ id, rev, changes: changesOf(['name'], {}, { name }) }))
    await writeHistory(ctx, 'og_cate', 'create', records)
  }
  return new Map((await findCategories(ctx)).map(({ id, name }) => [keyOf(name), id]))
}
