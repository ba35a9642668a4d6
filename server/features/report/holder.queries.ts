import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Ids of the pictures in the published version. */
export async function findPublishedPictures(ctx: Ctx, reportId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct
      jsonb_path_query(version.body, 'strict $.**.attachment_id')::bigint as id
    from report join report_version version
      on version.report_id = report.id and version.number = report.published_version
    where report.id = ${reportId}::bigint`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Whether any saved version shows the picture. */
export async function isPictureShown(ctx: Ctx, reportId: number, id: number): Promise<boolean> {
  const { rows } = await sql<{ is_shown: boolean }>`select exists(select from report_version
    where report_id = ${reportId}::bigint
      and jsonb_path_exists(body, 'strict $.** ? (@.attachment_id == $id)', ${JSON.stringify({ id })}::jsonb, true)) as is_shown`.execute(
    ctx.db,
  )
  return rows[0]!.is_shown
}
