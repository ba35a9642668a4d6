import { sql } from 'kysely'
import type { PersonFilter } from '#contract/person.api.ts'
import { whereOf } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { personTable } from './person.queries.ts'

/** All persons that match the filter and that this reader may read, as a query. */
export function filterPersons(ctx: Ctx, filter: PersonFilter) {
  return ctx.db.selectFrom('person').where(whereOf(ctx, personTable, filter))
}

/** Labels in use, most used first; only those that contain `keyword`, if it is given. */
export function countLabels(ctx: Ctx, keyword: string | undefined) {
  const all = filterPersons(ctx, {})
    .where(sql<boolean>`person.labels <> '{}'`)
    .select([sql<string>`unnest(person.labels)`.as('label'), eb => eb.fn.countAll<number>().as('count')])
    .groupBy('label')
  return ctx.db
    .selectFrom(all.as('used'))
    .selectAll()
    .$if(Boolean(keyword), query =>
      query.where(sql<boolean>`strpos(lower(used.label), ${keyword?.toLowerCase() ?? ''}) > 0`),
    )
    .orderBy('count', 'desc')
    .orderBy('label')
    .limit(50)
    .execute()
}
