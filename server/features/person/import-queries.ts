import { sql } from 'kysely'
import type { Found } from '#server/features/import/import.ts'
import { readMembershipsOf } from '#server/features/membership/membership.ts'
import { writable } from '#server/platform/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { filterPersons } from './list-queries.ts'
import { personPolicy } from './policy.ts'
import { personTable } from './queries.ts'

/** Readable live records that one of the keys names, with their memberships as an import compares them. */
export async function findPersonsByKeys(
  ctx: Ctx,
  keys: Record<string, unknown[]>,
  options: { lock: boolean },
): Promise<Found[]> {
  const folded = (values: unknown[] = []) => values.map(value => String(value).normalize('NFKC').trim().toLowerCase())
  const ids = sql<number>`(
    select by_id.id from person as by_id where by_id.id = any(${keys.id ?? []}::bigint[])
    union select by_external.id from person as by_external
      where by_external.external_id = any(${keys.external_id ?? []}::text[]) and by_external.deleted_at is null
    union select by_mail.id from person as by_mail
      where lower(by_mail.mail) = any(${folded(keys.mail)}::text[]) and by_mail.mail is not null and by_mail.deleted_at is null
    union select by_name.id from person as by_name
      where lower(normalize(by_name.name, NFKC)) = any(${folded(keys.name)}::text[]) and by_name.deleted_at is null
  )`
  const rows = await filterPersons(ctx, {})
    .select(personTable.columns.map(column => `person.${column}` as const))
    .select(writable(personPolicy, ctx, 'update', 'person').as('is_writable'))
    .where('person.id', 'in', ids)
    .orderBy('person.id')
    .$if(options.lock, query => query.forUpdate('person'))
    .execute()
  const memberships = await readMembershipsOf(
    ctx,
    rows.map(row => row.id),
  )
  return rows.map(({ is_writable, ...stored }) => {
    const links = (memberships.get(stored.id) ?? []).map(({ id: _, og_name: __, ...link }) => link)
    const values = { ...stored, memberships: links }
    return { id: stored.id, rev: stored.rev, isWritable: is_writable === true, values, stored }
  })
}
