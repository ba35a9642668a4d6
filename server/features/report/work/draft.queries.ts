import { sql } from 'kysely'
import type { ReportDraft } from '#contract/report-work.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** This user's draft of the report. */
export async function findDraft(ctx: Ctx, reportId: number): Promise<ReportDraft | undefined> {
  const { rows } = await sql<ReportDraft>`select base_rev, title, summary, body, saved_at from report_draft
    where report_id = ${reportId}::bigint and user_id = ${ctx.actor.id}::bigint`.execute(ctx.db)
  return rows[0]
}

export async function writeDraft(
  ctx: Ctx,
  reportId: number,
  draft: Omit<ReportDraft, 'saved_at'>,
): Promise<{ saved_at: string }> {
  const saved_at = ctx.now().toISOString()
  await sql`insert into report_draft (report_id, user_id, base_rev, title, summary, body, saved_at)
    values (${reportId}::bigint, ${ctx.actor.id}::bigint, ${draft.base_rev}::int, ${draft.title}, ${draft.summary},
      ${JSON.stringify(draft.body)}::jsonb, ${saved_at}::timestamptz)
    on conflict (report_id, user_id) do update set base_rev = excluded.base_rev, title = excluded.title,
      summary = excluded.summary, body = excluded.body, saved_at = excluded.saved_at`.execute(ctx.db)
  return { saved_at }
}

export async function removeDraft(ctx: Ctx, reportId: number): Promise<void> {
  await sql`delete from report_draft
    where report_id = ${reportId}::bigint and user_id = ${ctx.actor.id}::bigint`.execute(ctx.db)
}
