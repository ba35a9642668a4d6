import { insertRecord } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type PersonRow, type PersonValues, personTable } from './person.queries.ts'

let count = 0

/** A person for tests, owned by the context's user or by `owner`. */
export async function aPerson(
  ctx: Ctx,
  { ogs = [], ...values }: PersonValues & { ogs?: number[] } = {},
): Promise<PersonRow> {
  count += 1
  const person = await insertRecord(ctx, personTable, { name: `Person ${count}`, ...values })
  const links = ogs.map(og_id => ({ person_id: person.id, og_id }))
  if (links.length > 0) await ctx.db.insertInto('membership').values(links).execute()
  return person
}
