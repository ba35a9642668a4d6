import type { Received } from '#contract/endpoint.ts'
import {
  defaultNotificationSetting as defaults,
  type Family,
  type FamilySetting,
  families,
  NotificationSetting,
  type updateNotificationSetting,
} from '#contract/notification.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findEmail, mergeSetting, selectSettings } from './setting.queries.ts'

export type NotificationPreferences = Omit<NotificationSetting, 'can_mail' | 'email'>

/** The stored setting as far as it is still valid; defaults for the rest. */
function wishesOf(kept: unknown): NotificationPreferences {
  const { can_mail: _can, email: _email, ...shape } = NotificationSetting.shape
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>
  const read = <K extends Exclude<keyof NotificationPreferences, 'families'>>(key: K): NotificationPreferences[K] => {
    const parsed = shape[key].safeParse(given[key])
    return (parsed.success ? parsed.data : defaults[key]) as NotificationPreferences[K]
  }
  const own = (given.families ?? {}) as Record<string, Partial<FamilySetting> | undefined>
  return {
    quiet: read('quiet'),
    auto_follow: read('auto_follow'),
    digest: read('digest'),
    zone: read('zone'),
    families: Object.fromEntries(
      families.map(family => [family, { ...defaults.families[family], ...own[family] }]),
    ) as Record<Family, FamilySetting>,
  }
}

/** Notification settings of each of these users. */
export async function wishesOfUsers(
  ctx: Ctx,
  userIds: readonly number[],
): Promise<(userId: number) => NotificationPreferences> {
  const kept = new Map((await selectSettings(ctx, userIds)).map(row => [row.user_id, wishesOf(row.setting)]))
  const usual = wishesOf({})
  return userId => kept.get(userId) ?? usual
}

export async function getSetting(ctx: Ctx): Promise<NotificationSetting> {
  const me = ctx.actor.id ?? 0
  const [of, email] = [await wishesOfUsers(ctx, [me]), await findEmail(ctx, me)]
  return { ...of(me), can_mail: ctx.mailer !== undefined, email }
}

export async function updateSetting(
  ctx: Ctx,
  patch: Received<typeof updateNotificationSetting>['body'],
): Promise<NotificationSetting> {
  await mergeSetting(ctx, ctx.actor.id ?? 0, patch)
  return await getSetting(ctx)
}
