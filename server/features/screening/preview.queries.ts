import { type RawBuilder, sql } from 'kysely'
import { type PartyEntity, partyEntities } from '#contract/registry.ts'
import type { ScreeningState } from '#contract/screening.api.ts'
import type { PreviewPart } from '#contract/screening_rule.api.ts'
import { readableLive } from '#server/core/access.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type PartyRef = { noun: PartyEntity; id: number }

const hasHit = (noun: PartyEntity) => sql`exists (select from screening where screening.noun = ${sql.lit(noun)}
  and screening.record_id = ${sql.table(noun)}.id)`

/** Live records of an entity that this reader may read, with hits or without any. */
const ofPart = (ctx: Ctx, noun: PartyEntity, part: PreviewPart) => sql`${sql.table(noun)}
  where ${readableLive(entities[noun].policy, ctx, noun)} and ${part === 'hits' ? sql`` : sql`not `}${hasHit(noun)}`

/** The next records of a part, entity by entity, latest first. */
export async function findPreviewed(
  ctx: Ctx,
  part: PreviewPart,
  after: PartyRef | null,
  limit: number,
): Promise<PartyRef[]> {
  const from = after ? partyEntities.indexOf(after.noun) : 0
  const found: PartyRef[] = []
  for (const noun of partyEntities.slice(from)) {
    const below = after?.noun === noun ? after.id : null
    const { rows } =
      await sql<PartyRef>`select ${sql.lit(noun)} as noun, ${sql.table(noun)}.id from ${ofPart(ctx, noun, part)}
      and (${below}::bigint is null or ${sql.table(noun)}.id < ${below}::bigint)
      order by ${sql.table(noun)}.id desc limit ${limit - found.length}`.execute(ctx.db)
    found.push(...rows)
    if (found.length >= limit) break
  }
  return found
}

export async function countPreviewed(ctx: Ctx, part: PreviewPart): Promise<number> {
  const each = partyEntities.map((noun): RawBuilder<number> => sql`(select count(*) from ${ofPart(ctx, noun, part)})`)
  const { rows } = await sql<{ count: number }>`select (${sql.join(each, sql` + `)})::int as count`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

export type CurrentHit = {
  list_id: number
  entry_key: string
  record_id: number
  caption: string
  score: number
  state: ScreeningState
  is_gone: boolean
  is_decided: boolean
}

/** Stored pairs of these records. */
export async function findCurrent(ctx: Ctx, noun: PartyEntity, ids: readonly number[]): Promise<CurrentHit[]> {
  const { rows } =
    await sql<CurrentHit>`select screening.list_id, screening.entry_key, screening.record_id, entry.caption,
      screening.score, screening.state, screening.is_gone, screening.decided_at is not null as is_decided
    from screening join list_entry as entry on entry.id = screening.entry_id
    where screening.noun = ${noun} and screening.record_id = any(${ids}::bigint[]) order by screening.id`.execute(
      ctx.db,
    )
  return rows
}
