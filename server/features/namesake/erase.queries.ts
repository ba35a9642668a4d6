import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Removes these persons from the evidence of other mentions in the same texts, where they count as facts or as records
 * of the same name.
 */
export async function deleteMentionsOfPersons(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const isThem = (ref: string) =>
    sql`(${sql.raw(ref)} ->> 'noun' = 'person' and (${sql.raw(ref)} ->> 'id')::bigint = any(${ids}::bigint[]))`
  const without = sql`jsonb_set(jsonb_set(m.evidence,
      '{facts}', (select coalesce(jsonb_agg(fact), '[]') from jsonb_array_elements(m.evidence -> 'facts') as each (fact)
        where not coalesce(${isThem("fact -> 'of'")}, false))),
      '{rivals}', (select coalesce(jsonb_agg(rival), '[]') from jsonb_array_elements(m.evidence -> 'rivals') as each (rival)
        where not ${isThem('rival')}))`
  await sql`update mention as m set evidence = ${without} from mention as own
    where own.noun = 'person' and own.record_id = any(${ids}::bigint[]) and m.og_id = own.og_id
      and m.page_id = own.page_id and m.version_id = own.version_id and m.evidence is not null`.execute(ctx.db)
  await sql`update upload_mention as m set evidence = ${without} from upload_mention as own
    where own.noun = 'person' and own.record_id = any(${ids}::bigint[]) and m.upload_id = own.upload_id
      and m.evidence is not null`.execute(ctx.db)
  await sql`update own_text_mention as m set evidence = ${without} from own_text_mention as own
    where own.noun = 'person' and own.record_id = any(${ids}::bigint[]) and m.text_id = own.text_id
      and m.evidence is not null`.execute(ctx.db)
}
