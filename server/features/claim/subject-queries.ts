import { sql } from 'kysely'
import type { CardNoun } from '#contract/noun.ts'
import { nouns } from '#server/nouns.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Protected, readable } from '#server/record/access.ts'

/** A record that claims are about, with its own columns. */
export type Subject = Record<string, unknown> & { id: number }

/** The record that claims are about, with its own columns; of a merged one, the record that it has become part of. */
export async function findSubject(
  ctx: Ctx,
  noun: CardNoun,
  id: number,
  { lock }: { lock: boolean },
): Promise<(Protected & Subject) | undefined> {
  const { rows } = await sql<Protected & Subject>`select live.* from ${sql.table(noun)} as live
    where live.id = (select coalesce(named.merged_into, named.id) from ${sql.table(noun)} as named
        where named.id = ${id}::bigint)
      and live.deleted_at is null and ${readable(nouns[noun].policy, ctx, 'live')}
    ${lock ? sql`for update` : sql``}`.execute(ctx.db)
  return rows[0]
}
