import { type RawBuilder, sql } from 'kysely'
import { type CardNoun, type LinkNoun, linkNouns, mergeNouns } from '#contract/noun.ts'
import type { evidenceNouns, mentionNouns } from '#contract/report-body.ts'
import { admins, editors, everyRole, uploaders } from '#contract/role.ts'
import { namesOfLinks } from '#server/features/claim/claim.ts'
import { isPageThere } from '#server/features/page/policy.ts'
import { sourcePolicy } from '#server/features/source/policy.ts'
import { nouns } from '#server/nouns.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Policy, readable } from '#server/record/access.ts'
import type { Target as LinkTarget } from '#server/record/link.ts'
import { readsDrafts } from './policy.ts'
import { isReportReadable } from './readable-queries.ts'

/** A record that a report's text may name or cite. */
export type TargetNoun = (typeof mentionNouns)[number] | (typeof evidenceNouns)[number] | LinkNoun
/**
 * Present data of a record in a text. `isOpen`: the reader's role may open such records; if not, the report's words are
 * shown without a link.
 */
export type Target = { id: number; label: string; isOpen: boolean }
type Row = { asked: number; id: number; label: string }

const isMerging = (noun: string) => (mergeNouns as readonly string[]).includes(noun)

/** The name of a merged record refers to the record that it became part of. */
function ofCard(ctx: Ctx, { name, title, policy }: LinkTarget, ids: readonly number[]) {
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

type Query = (ctx: Ctx, ids: readonly number[]) => RawBuilder<Row>

const ofCards = Object.fromEntries(
  Object.values(nouns).map((noun): [string, Query] => [noun.name, (ctx, ids) => ofCard(ctx, noun, ids)]),
) as Record<CardNoun, Query>

const ofLinks = Object.fromEntries(
  linkNouns.map((noun): [string, Query] => [noun, (ctx, ids) => namesOfLinks(ctx, noun, ids)]),
) as Record<LinkNoun, Query>

const queries: Record<TargetNoun, Query> = {
  ...ofCards,
  ...ofLinks,
  report: (ctx, ids) => sql<Row>`select report.id as asked, report.id,
      report.number || ' ' || ${sql.ref(readsDrafts(ctx) ? 'report.title' : 'report.published_title')} as label
    from report where report.id = any(${ids}::bigint[]) and report.deleted_at is null and ${isReportReadable(ctx, 'report')}`,
  upload: (ctx, ids) => sql<Row>`select upload.id as asked, upload.id, upload.title as label
    from upload where upload.id = any(${ids}::bigint[]) and upload.deleted_at is null
      and ${readable(uploadLists, ctx, 'upload')}`,
  source: (ctx, ids) => ofCard(ctx, { name: 'source', title: 'name', policy: sourcePolicy }, ids),
  page: (ctx, ids) => sql<Row>`select page.id as asked, page.id, coalesce(page.title, page.url) as label
    from page join og on og.id = page.og_id where page.id = any(${ids}::bigint[]) and ${isPageThere(ctx)}`,
  // The lock keeps the version until the transaction ends, because it is about to be cited.
  page_version: (
    ctx,
    ids,
  ) => sql<Row>`select page_version.id as asked, page_version.id, coalesce(page_version.title, page_version.final_url) as label
    from page_version join og on og.id = page_version.og_id
    where page_version.id = any(${ids}::bigint[]) and ${isPageThere(ctx)} ${ctx.db.isTransaction ? sql`for key share of page_version` : sql``}`,
  diff: (ctx, ids) => sql<Row>`select diff.id as asked, diff.id, coalesce(page.title, page.url) as label
    from diff join og on og.id = diff.og_id join page on page.og_id = diff.og_id and page.id = diff.page_id
    where diff.id = any(${ids}::bigint[]) and ${isPageThere(ctx)}`,
}

const openTo: Partial<Record<TargetNoun, readonly string[]>> = {
  page: editors,
  page_version: editors,
  diff: admins,
  upload: uploaders,
}

/** Those of these records that this reader may read, by entity and id; one query per entity. */
export async function findTargets(
  ctx: Ctx,
  wanted: readonly { noun: TargetNoun; id: number }[],
): Promise<Map<string, Target>> {
  const found = new Map<string, Target>()
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

export const targetKey = (noun: TargetNoun, id: number): string => `${noun} ${id}`
