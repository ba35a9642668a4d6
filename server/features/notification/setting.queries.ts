import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

type StoredSetting = { user_id: number; setting: unknown }

export async function selectSettings(ctx: Ctx, userIds: readonly number[]): Promise<StoredSetting[]> {
  const { rows } = await sql<StoredSetting>`select user_id, setting from notification_setting
    where user_id = any(${userIds}::bigint[])`.execute(ctx.db)
  return rows
}

/** Merges the given settings; families one by one. */
export async function mergeSetting(ctx: Ctx, userId: number, patch: Record<string, unknown>): Promise<void> {
  const { families = {}, ...rest } = patch
  // A newly enabled digest begins now: earlier notifications are not sent.
  await sql`insert into notification_setting as kept (user_id, setting, digest_at)
    values (${userId}::bigint, ${JSON.stringify({ ...rest, families })}::jsonb, ${ctx.now().toISOString()}::timestamptz)
    on conflict (user_id) do update set
      setting = kept.setting || ${JSON.stringify(rest)}::jsonb || jsonb_build_object('families',
        coalesce(kept.setting -> 'families', '{}') || ${JSON.stringify(families)}::jsonb),
      digest_at = case when ${'digest' in rest}::boolean and kept.setting ->> 'digest' is distinct from excluded.setting ->> 'digest'
        then excluded.digest_at else kept.digest_at end`.execute(ctx.db)
}

export async function findEmail(ctx: Ctx, userId: number): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`select nullif(email, '') as email from "user"
    where id = ${userId}::bigint`.execute(ctx.db)
  return rows[0]?.email ?? null
}
