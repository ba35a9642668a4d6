import { sql } from 'kysely'
import type { PartyEntity } from '#contract/registry.ts'
import { readable } from '#server/core/access.ts'
import { englishTitleOf } from '#server/core/link.queries.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** The most records that are listed for one number. */
const mostRecords = 5

/** Live records that this reader may read and that have one of the keys. */
export async function findCarriers(
  ctx: Ctx,
  noun: PartyEntity,
  keys: readonly string[],
  exceptId: number | null,
): Promise<{ key: string; id: number; name: string; eng_name: string | null }[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ key: string; id: number; name: string; eng_name: string | null }>`
    select wanted.key, found.id, found.name, found.eng_name from unnest(${keys}::text[]) as wanted (key) cross join lateral (
      select id, name, ${englishTitleOf(entities[noun])} as eng_name from ${sql.table(noun)}
      where identifier_keys(identifiers) @> array[wanted.key] and identifiers <> '[]' and deleted_at is null
        and id is distinct from ${exceptId}::bigint and ${readable(entities[noun].policy, ctx, noun)}
      order by id limit ${sql.lit(mostRecords)}) as found`.execute(ctx.db)
  return rows
}
