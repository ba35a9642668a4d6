import { type RawBuilder, sql } from 'kysely'
import type { Evidence } from '#contract/claim.api.ts'
import { admins, editors } from '#contract/role.ts'
import { readable } from '#server/core/access.ts'
import { policies } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type EvidenceRecordEntity = Extract<Evidence, { type: 'record' }>['noun']
type EvidenceQuery = (ctx: Ctx, ids: readonly number[]) => RawBuilder<{ id: number; page_id: number | null }>

/** Versions and differences are readable for anyone who may read their organisation. */
const ofSite =
  (table: 'page_version' | 'diff'): EvidenceQuery =>
  (ctx, ids) =>
    sql<{ id: number; page_id: number | null }>`select ${sql.ref(`${table}.id`)}, page_id from ${sql.table(table)}
    join og on og.id = ${sql.ref(`${table}.og_id`)} where ${sql.ref(`${table}.id`)} = any(${ids}::bigint[])
      and og.deleted_at is null and ${readable(policies.og, ctx, 'og')}`
const ofRecord =
  (noun: 'upload' | 'event'): EvidenceQuery =>
  (ctx, ids) =>
    sql<{
      id: number
      page_id: number | null
    }>`select id, null::bigint as page_id from ${sql.table(noun)} where id = any(${ids}::bigint[])
    and deleted_at is null and ${readable(policies[noun], ctx, noun)}`

const queries: Record<EvidenceRecordEntity, EvidenceQuery> = {
  page_version: ofSite('page_version'),
  diff: ofSite('diff'),
  upload: ofRecord('upload'),
  event: ofRecord('event'),
}
const openTo: Partial<Record<EvidenceRecordEntity, readonly string[]>> = { page_version: editors, diff: admins }

/** Those of these records that the reader may open, as `noun id`, with their page if they have one. */
export async function findOpenEvidence(
  ctx: Ctx,
  wanted: readonly { noun: EvidenceRecordEntity; id: number }[],
): Promise<Map<string, number | null>> {
  const byNoun = Map.groupBy(
    wanted.filter(({ noun }) => openTo[noun]?.includes(ctx.actor.role) ?? true),
    each => each.noun,
  )
  const found = await Promise.all(
    [...byNoun].map(async ([noun, list]) => {
      const { rows } = await queries[noun](
        ctx,
        list.map(({ id }) => id),
      ).execute(ctx.db)
      return rows.map(({ id, page_id }) => [`${noun} ${id}`, page_id] as const)
    }),
  )
  return new Map(found.flat())
}
