import { sql } from 'kysely'
import { writable } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { filterPersons } from './list.queries.ts'
import { personPolicy } from './person.policy.ts'

/** An unlinked name without the role in brackets after it, as `splitRole` reads it. */
const withoutRole = (name: string) =>
  sql<string>`regexp_replace(${sql.ref(name)}, '^(.+?)\\s*[（(][^()（）]{1,200}[)）]$', '\\1')`

/** Names of organisations that readable persons have without a link, whatever the role, most frequent first. */
export async function findOgNames(
  ctx: Ctx,
  {
    current,
    pageSize,
    keyword,
    person,
  }: { current: number; pageSize: number; keyword?: string | undefined; person?: number | undefined },
): Promise<{ items: { name: string; count: number }[]; total: number }> {
  const names = filterPersons(ctx, { has_og_names: true }).select([
    'person.id',
    sql<string>`unnest(person.og_names)`.as('carried'),
  ])
  const like = `%${(keyword ?? '').toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const counted = ctx.db
    .selectFrom(names.as('names'))
    .select([withoutRole('names.carried').as('name'), eb => eb.fn.count<number>('names.id').distinct().as('count')])
    .$if(Boolean(keyword), query => query.where(sql<boolean>`lower(names.carried) like ${like}`))
    .groupBy(withoutRole('names.carried'))
    .$if(person !== undefined, query => query.having(sql<boolean>`bool_or(names.id = ${person}::bigint)`))
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

/** Locks readable persons that have the name, in whatever role, each with whether this user may change them. */
export async function lockCarriers(ctx: Ctx, name: string) {
  return await filterPersons(ctx, {})
    .where(
      sql<boolean>`exists (select from unnest(person.og_names) as carried where ${withoutRole('carried')} = ${name})`,
    )
    .where(sql<boolean>`person.og_names <> '{}'`)
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
