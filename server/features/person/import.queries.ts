import { sql } from 'kysely'
import { selectedFields, writable } from '#server/core/access.ts'
import { findIdsByKeys, findIdsByNumbers } from '#server/core/rows.ts'
import { type ExistingRecord, numberKeys, withNumbers } from '#server/features/import/import.service.ts'
import { plainMembership, readMembershipsOf } from '#server/features/membership/membership.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { lower } from '#server/text/lower.ts'
import { filterPersons } from './list.queries.ts'
import { personPolicy } from './person.policy.ts'
import { personTable } from './person.queries.ts'

/** Readable live records that one of the keys identifies, with their memberships as an import compares them. */
export async function findPersonsByKeys(
  ctx: Ctx,
  keys: Record<string, unknown[]>,
  options: { lock: boolean },
): Promise<ExistingRecord[]> {
  const folded = (values: unknown[] = []) => values.map(value => lower(String(value).normalize('NFKC').trim()))
  const byNumber = numberKeys(keys)
  const ids = [
    ...((keys.id ?? []) as number[]),
    ...(await findIdsByKeys(ctx, 'person', [
      { expression: sql`external_id`, values: [...((keys.external_id ?? []) as string[]), ...byNumber.ids] },
      { expression: sql`lower(mail)`, values: folded(keys.mail) },
      { expression: sql`lower(normalize(name, NFKC))`, values: folded(keys.name) },
    ])),
    ...(await findIdsByNumbers(ctx, 'person', byNumber.numbers)),
  ]
  if (ids.length === 0) return []
  const rows = await filterPersons(ctx, {})
    .select(selectedFields('person', personTable.columns))
    .select(writable(personPolicy, ctx, 'update', 'person').as('is_writable'))
    .where('person.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('person.id')
    .$if(options.lock, query => query.forUpdate('person'))
    .execute()
  const memberships = await readMembershipsOf(
    ctx,
    rows.map(row => row.id),
  )
  return rows.map(({ is_writable, ...stored }) => {
    const links = (memberships.get(stored.id) ?? []).map(plainMembership)
    const values = { ...stored, memberships: links }
    return withNumbers({ id: stored.id, rev: stored.rev, isWritable: is_writable === true, values, stored }, keys)
  })
}
