import { sql } from 'kysely'
import { writable } from '#server/platform/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { filterPersons } from './list-queries.ts'
import { personPolicy } from './policy.ts'

/** Names of organisations that readable persons carry without a link, most frequent first. */
export async function findOgNames(
  ctx: Ctx,
  { current, pageSize, keyword }: { current: number; pageSize: number; keyword?: string | undefined },
): Promise<{ items: { name: string; count: number }[]; total: number }> {
  const names = filterPersons(ctx, { has_og_names: true }).select(sql<string>`unnest(person.og_names)`.as('name'))
  const like = `%${(keyword ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const counted = ctx.db
    .selectFrom(names.as('carried'))
    .select(['name', eb => eb.fn.countAll<number>().as('count')])
    .$if(Boolean(keyword), query => query.where(sql<boolean>`lower(carried.name) like ${like}`))
    .groupBy('name')
  const [items, all] = await Promise.all([
    counted
      .orderBy('count', 'desc')
      .orderBy('name')
      .limit(pageSize)
      .offset((current - 1) * pageSize)
      .execute(),
    ctx.db
      .selectFrom(counted.as('names'))
      .select(eb => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total: all.total }
}

/** Readable persons that carry the name, locked, each with whether this user may change them. */
export async function lockCarriers(ctx: Ctx, name: string) {
  return await filterPersons(ctx, {})
    .where(sql<boolean>`person.og_names @> array[${name}]::text[] and person.og_names <> '{}'`)
    .select([
      'person.id',
      'person.rev',
      'person.og_names',
      writable(personPolicy, ctx, 'update', 'person').as('is_allowed'),
    ])
    .orderBy('person.id')
    .forUpdate()
    .execute()
}
