import { sql } from 'kysely'
import type { ReportTemplate, TemplateValues } from '#contract/report-template.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type TemplateRow = Omit<ReportTemplate, 'updated_by'> & { user_id: number | null; user_name: string | null }

/** Undefined until a template is set. */
export async function findTemplate(ctx: Ctx): Promise<TemplateRow | undefined> {
  const { rows } =
    await sql<TemplateRow>`select t.rev, t.organisation, t.markings, t.marking, t.color, t.logo, t.updated_at,
      u.id as user_id, coalesce(nullif(u.name, ''), u.username) as user_name
    from report_template t left join "user" u on u.id = t.updated_by`.execute(ctx.db)
  return rows[0]
}

/** Serialises saving, so that the `rev` of the second of two concurrent requests is detected as stale. */
export async function lockTemplate(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('report_template', 0))`.execute(ctx.db)
}

export async function saveTemplate(ctx: Ctx, values: TemplateValues, rev: number): Promise<void> {
  const { organisation, markings, marking, color, logo } = values
  await sql`insert into report_template (rev, organisation, markings, marking, color, logo, updated_at, updated_by)
    values (${rev}::int, ${organisation}, ${markings}::text[], ${marking}, ${color}, ${logo},
      ${ctx.now().toISOString()}::timestamptz, ${ctx.actor.id}::bigint)
    on conflict (is_only) do update set rev = excluded.rev, organisation = excluded.organisation,
      markings = excluded.markings, marking = excluded.marking, color = excluded.color, logo = excluded.logo,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(ctx.db)
}
