import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { piecesOf } from './source.queries.ts'

type NamingText = {
  kind: string
  record_id: number
  comment_id: number | null
  at: string
  name: string
  count: number
  pieces: string[]
}

/** Own texts that name one of these persons, except those that users have assigned to another person. */
export async function readTextsNaming(ctx: Ctx, personIds: readonly number[], limit: number): Promise<NamingText[]> {
  const { rows } = await sql<NamingText>`with naming as materialized (
      select own_text.*, mention.name, mention.count from own_text_mention as mention
        join own_text on own_text.id = mention.text_id
      where mention.noun = 'person' and mention.record_id = any(${personIds}::bigint[])
        and not exists (select from mention_decision as decided where decided.noun = 'person'
          and decided.record_id = mention.record_id and decided.text_id = mention.text_id and decided.verdict = 'rejected')
      order by own_text.at desc, own_text.id desc limit ${limit})
    select * from (${piecesOf(
      sql`own_text.kind, own_text.record_id, own_text.comment_id, own_text.at, own_text.name, own_text.count`,
      sql`naming`,
    )}) as naming order by at desc, kind, record_id, comment_id`.execute(ctx.db)
  return rows
}

export async function removeMentionsOf(ctx: Ctx, personIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`delete from own_text_mention where noun = 'person'
    and record_id = any(${personIds}::bigint[])`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}
