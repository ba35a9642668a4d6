import { sql } from 'kysely'
import { addLinks } from '#server/core/link.queries.ts'
import type { LinkTarget } from '#server/core/link.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { reportLinks } from './link.ts'

const table = (target: LinkTarget) => sql.table(`report_${target.name}`)
const column = (target: LinkTarget) => sql.ref(`${target.name}_id`)

/** Makes the links that the text names exactly these. */
export async function replaceMentionLinks(
  ctx: Ctx,
  target: LinkTarget,
  reportId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from ${table(target)} where report_id = ${reportId}::bigint and kind = 'named'
    and ${column(target)} <> all(${ids}::bigint[])`.execute(ctx.db)
  await addLinks(
    ctx,
    'report',
    target,
    ids.map(id => ({ of: reportId, id })),
    'named',
  )
}

/** Copies the present links to the published ones. */
export async function publishLinks(ctx: Ctx, reportId: number): Promise<void> {
  for (const target of Object.values(reportLinks.fields)) {
    await sql`delete from ${table(target)} where report_id = ${reportId}::bigint and kind = 'published'`.execute(ctx.db)
    await sql`insert into ${table(target)} (report_id, ${column(target)}, kind)
      select distinct report_id, ${column(target)}, 'published' from ${table(target)}
      where report_id = ${reportId}::bigint`.execute(ctx.db)
  }
}

/** Records what a text cites: cited page versions are never pruned. */
export async function storeEvidence(
  ctx: Ctx,
  reportId: number,
  cited: readonly { noun: string; id: number }[],
): Promise<void> {
  if (cited.length === 0) return
  await sql`insert into report_evidence (report_id, noun, record_id)
    select ${reportId}::bigint, noun, id from jsonb_to_recordset(${JSON.stringify(cited)}::jsonb) as cited (noun text, id bigint)
    on conflict do nothing`.execute(ctx.db)
}
