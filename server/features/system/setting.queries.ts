import { sql } from 'kysely'
import type { SystemSettingName } from '#contract/system.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Row = { name: string; value: unknown; updated_at: string; updated_by: number | null; username: string | null }

export async function findSystemSettings(ctx: Ctx): Promise<Row[]> {
  const { rows } = await sql<Row>`select system_setting.name, system_setting.value, system_setting.updated_at,
      system_setting.updated_by, "user".username
    from system_setting left join "user" on "user".id = system_setting.updated_by`.execute(ctx.db)
  return rows
}

/**
 * Saves a value and returns the previous one; undefined if there was none. Two writers of one setting wait for each
 * other.
 */
export async function saveSystemSetting(ctx: Ctx, name: SystemSettingName, value: unknown): Promise<unknown> {
  await sql`select pg_advisory_xact_lock(hashtextextended('system_setting', 0))`.execute(ctx.db)
  const { rows } = await sql<{ value: unknown }>`select value from system_setting where name = ${name}`.execute(ctx.db)
  if (value === null) await sql`delete from system_setting where name = ${name}`.execute(ctx.db)
  else
    await sql`insert into system_setting (name, value, updated_at, updated_by)
      values (${name}, ${JSON.stringify(value)}::jsonb, ${ctx.now().toISOString()}::timestamptz, ${ctx.actor.id}::bigint)
      on conflict (name) do update
        set value = excluded.value, updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(ctx.db)
  return rows[0]?.value
}
