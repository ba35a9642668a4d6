import { sql } from 'kysely'
import { type LinkEntity, linkEntities } from '#contract/registry.ts'
import type { ReportBody } from '#contract/report-body.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export async function findReportsOf(ctx: Ctx, personIds: readonly number[]) {
  const { rows } = await sql<{ id: number; title: string }>`select id, number || ' ' || title as title from report
    where id in (select report_id from report_person where person_id = any(${personIds}::bigint[]))
    order by id`.execute(ctx.db)
  return rows
}

export async function readReportsOf(ctx: Ctx, personIds: readonly number[]) {
  const { rows } = await sql<
    Record<string, unknown>
  >`select id, number, title, summary, status, created_at, published_at
    from report where id in (select report_id from report_person where person_id = any(${personIds}::bigint[]))
    order by id`.execute(ctx.db)
  return rows
}

export async function removeReports(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`delete from report where id = any(${ids}::bigint[])`.execute(ctx.db)
}

export async function unlinkPersonsFromReports(ctx: Ctx, personIds: readonly number[]): Promise<void> {
  await sql`delete from report_person where person_id = any(${personIds}::bigint[])`.execute(ctx.db)
}

/** Key of a stored text: a saved version by report and number, or a draft by report and user. */
type TextPlace = { place: 'report_version' | 'report_draft'; report_id: number; n: number }
const versionKeyColumn = { report_version: 'number', report_draft: 'user_id' } as const

/** Texts that cite a fact of one of these persons or links; locked until the transaction ends. */
export async function findCiting(
  ctx: Ctx,
  personIds: readonly number[],
  links: readonly { noun: LinkEntity; id: number }[],
): Promise<(TextPlace & { body: ReportBody })[]> {
  const all = [{ noun: 'person', ids: personIds }, ...linkEntities.map(noun => ({ noun, ids: idsOf(links, noun) }))]
  const cited = all.map(
    ({
      noun,
      ids,
    }) => sql`jsonb_path_exists(body, '$.** ? (@.type == "fact" && @.attrs.noun == $noun && @.attrs.id == $ids[*])',
      jsonb_build_object('noun', ${noun}::text, 'ids', to_jsonb(${ids}::bigint[])))`,
  )
  const of = async (place: TextPlace['place']) => {
    const { rows } = await sql<TextPlace & { body: ReportBody }>`
      select ${sql.lit(place)} as place, report_id, ${sql.ref(versionKeyColumn[place])} as n, body from ${sql.table(place)}
      where ${sql.join(cited, sql` or `)}
      for update`.execute(ctx.db)
    return rows
  }
  return [...(await of('report_version')), ...(await of('report_draft'))]
}

const idsOf = (links: readonly { noun: LinkEntity; id: number }[], noun: LinkEntity) =>
  links.filter(each => each.noun === noun).map(each => each.id)

export async function putText(ctx: Ctx, { place, report_id, n }: TextPlace, body: ReportBody): Promise<void> {
  await sql`update ${sql.table(place)} set body = ${JSON.stringify(body)}::jsonb
    where report_id = ${report_id}::bigint and ${sql.ref(versionKeyColumn[place])} = ${n}::bigint`.execute(ctx.db)
}
