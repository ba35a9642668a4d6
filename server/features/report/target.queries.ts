import { type RawBuilder, sql } from 'kysely'
import { type Entity, type LinkEntity, linkEntities, mergeEntities } from '#contract/registry.ts'
import type { evidenceEntities, mentionEntities } from '#contract/report-body.ts'
import { admins, editors, everyRole, uploaders } from '#contract/role.ts'
import { type Policy, readable } from '#server/core/access.ts'
import type { LinkTarget } from '#server/core/link.ts'
import { entities } from '#server/entities.ts'
import { namesOfLinks } from '#server/features/claim/claim.service.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import { sourcePolicy } from '#server/features/source/source.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isReportReadable } from './readable.queries.ts'
import { readsDrafts } from './report.policy.ts'

/** A record that a report's text may name or cite. */
export type TargetEntity = (typeof mentionEntities)[number] | (typeof evidenceEntities)[number] | LinkEntity
/**
 * Present data of a record in a text. `isOpen`: the reader's role may open such records; if not, the report's words are
 * shown without a link.
 */
export type ReportTarget = { id: number; label: string; isOpen: boolean }
type Row = { asked: number; id: number; label: string }

const isMerging = (noun: string) => (mergeEntities as readonly string[]).includes(noun)

/** The name of a merged record refers to the record that it became part of. */
function selectTargets(ctx: Ctx, { name, title, policy }: LinkTarget, ids: readonly number[]) {
  const meant = isMerging(name) ? sql`coalesce(named.merged_into, named.id)` : sql`named.id`
  return sql<Row>`select named.id as asked, live.id, ${sql.ref(`live.${title}`)} as label
    from ${sql.table(name)} as named join ${sql.table(name)} as live on live.id = ${meant}
    where named.id = any(${ids}::bigint[]) and live.deleted_at is null and ${readable(policy, ctx, 'live')}`
}

/**
 * Uploads are for users who work with them; quotations from them may be shown to readers of reports, unless the
 * upload's readers are restricted.
 */
const uploadLists: Policy = { read: everyRole, create: [], update: [], delete: [], deleteOwn: [] }

type TargetQuery = (ctx: Ctx, ids: readonly number[]) => RawBuilder<Row>

const targetQueries = Object.fromEntries(
  Object.values(entities).map((noun): [string, TargetQuery] => [
    noun.name,
    (ctx, ids) => selectTargets(ctx, noun, ids),
  ]),
) as Record<Entity, TargetQuery>

const ofLinks = Object.fromEntries(
  linkEntities.map((noun): [string, TargetQuery] => [noun, (ctx, ids) => namesOfLinks(ctx, noun, ids)]),
) as Record<LinkEntity, TargetQuery>

const queries: Record<TargetEntity, TargetQuery> = {
  ...targetQueries,
  ...ofLinks,
  report: (ctx, ids) => sql<Row>`select report.id as asked, report.id,
      report.number || ' ' || ${sql.ref(readsDrafts(ctx) ? 'report.title' : 'report.published_title')} as label
    from report where report.id = any(${ids}::bigint[]) and report.deleted_at is null and ${isReportReadable(ctx, 'report')}`,
  upload: (ctx, ids) => sql<Row>`select upload.id as asked, upload.id, upload.title as label
    from upload where upload.id = any(${ids}::bigint[]) and upload.deleted_at is null
      and ${readable(uploadLists, ctx, 'upload')}`,
  source: (ctx, ids) => selectTargets(ctx, { name: 'source', title: 'name', policy: sourcePolicy }, ids),
  page: (ctx, ids) => sql<Row>`select page.id as asked, page.id, coalesce(page.title, page.url) as label
    from page join og on og.id = page.og_id where page.id = any(${ids}::bigint[]) and ${pageExists(ctx)}`,
  // The lock keeps the version until the transaction ends, because it is about to be cited.
  page_version: (
    ctx,
    ids,
  ) => sql<Row>`select page_version.id as asked, page_version.id, coalesce(page_version.title, page_version.final_url) as label
    from page_version join og on og.id = page_version.og_id
    where page_version.id = any(${ids}::bigint[]) and ${pageExists(ctx)} ${ctx.db.isTransaction ? sql`for key share of page_version` : sql``}`,
  diff: (ctx, ids) => sql<Row>`select diff.id as asked, diff.id, coalesce(page.title, page.url) as label
    from diff join og on og.id = diff.og_id join page on page.og_id = diff.og_id and page.id = diff.page_id
    where diff.id = any(${ids}::bigint[]) and ${pageExists(ctx)}`,
}

const openTo: Partial<Record<TargetEntity, readonly string[]>> = {
  page: editors,
  page_version: editors,
  diff: admins,
  upload: uploaders,
}

/** Those of these records that this reader may read, by entity and id; one query per entity. */
export async function findTargets(
  ctx: Ctx,
  wanted: readonly { noun: TargetEntity; id: number }[],
): Promise<Map<string, ReportTarget>> {
  const found = new Map<string, ReportTarget>()
  const byNoun = Map.groupBy(wanted, each => each.noun)
  await Promise.all(
    [...byNoun].map(async ([noun, list]) => {
      const ids = [...new Set(list.map(each => each.id))]
      const { rows } = await queries[noun](ctx, ids).execute(ctx.db)
      const isOpen = openTo[noun]?.includes(ctx.actor.role) ?? true
      for (const { asked, id, label } of rows) found.set(targetKey(noun, asked), { id, label, isOpen })
    }),
  )
  return found
}

export const targetKey = (noun: TargetEntity, id: number): string => `${noun} ${id}`
