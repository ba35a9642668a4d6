import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

export type PageVersionRef = { id: number; og_id: number; page_id: number }

/**
 * Removes versions and the differences that show them; a page that loses its newest version shows the newest remaining
 * one.
 */
export async function removeVersions(ctx: Ctx, versions: readonly PageVersionRef[]): Promise<void> {
  const gone = sql`json_to_recordset(${JSON.stringify(versions)}::json) as gone (id bigint, og_id bigint, page_id bigint)`
  await sql`delete from diff using ${gone} where diff.og_id = gone.og_id and diff.page_id = gone.page_id
    and (diff.from_version = gone.id or diff.to_version = gone.id)`.execute(ctx.db)
  await sql`update event set page_version = null from ${gone} where event.page_version = gone.id`.execute(ctx.db)
  await sql`delete from report_evidence using ${gone}
    where report_evidence.noun = 'page_version' and report_evidence.record_id = gone.id`.execute(ctx.db)
  await sql`delete from page_version using ${gone} where page_version.og_id = gone.og_id
    and page_version.page_id = gone.page_id and page_version.id = gone.id`.execute(ctx.db)
  await sql`update page set
      last_version = (select max(id) from page_version where page_version.og_id = page.og_id
        and page_version.page_id = page.id and page_version.is_good and page_version.archive_id is null),
      low_version = null,
      versions = (select count(*) from page_version where page_version.og_id = page.og_id
        and page_version.page_id = page.id and page_version.is_good),
      etag = null, last_modified = null
    from (select distinct og_id, page_id from ${gone}) as touched
    where page.og_id = touched.og_id and page.id = touched.page_id`.execute(ctx.db)
}
