import type { Received } from '#contract/endpoint.ts'
import {
  isSystemSettingValue,
  type SystemSetting,
  type SystemSettingName,
  type setSystemSetting as setEndpoint,
  systemSettingNames,
  systemSettingOf,
  systemSettings,
} from '#contract/system.api.ts'
import { checkPasswordSwitch } from '#server/features/identity/identity.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { settingValue } from '#server/platform/db/system-setting.ts'
import { AppError, type FieldFault } from '#server/platform/http/errors.ts'
import { findSystemSettings, saveSystemSetting } from './setting.queries.ts'

export async function listSystemSettings(ctx: Ctx): Promise<{ items: SystemSetting[] }> {
  const kept = new Map((await findSystemSettings(ctx)).map(row => [row.name, row]))
  const items = systemSettingNames.map(name => {
    const row = kept.get(name)
    const value = settingValue(name, row?.value)
    const by = row && row.updated_by !== null ? { id: row.updated_by, username: row.username ?? '' } : null
    return {
      name,
      value,
      is_default: value === systemSettings[name].default,
      updated_at: row?.updated_at ?? null,
      updated_by: by,
    }
  })
  return { items }
}

/** Sets a setting; null restores the default. The audit log records the user and both values. */
export function setSystemSetting(ctx: Ctx, { name, value }: Received<typeof setEndpoint>['body']) {
  if (value !== null && !isSystemSettingValue(name, value))
    throw new AppError('invalid', {}, { faults: [faultOf(ctx, name)] })
  return inTransaction(ctx, async ctx => {
    const from = settingValue(name, await saveSystemSetting(ctx, name, value))
    const to = value ?? systemSettings[name].default
    if (name === 'login_password' && to === false) await checkPasswordSwitch(ctx)
    if (from !== to) await audit(ctx, { act: 'set_system', noun: 'system', detail: { name, from, to } })
    return await listSystemSettings(ctx)
  })
}

/** A fault with the setting's name on the screen and its allowed values. */
function faultOf(ctx: Ctx, name: SystemSettingName): FieldFault {
  const row = systemSettingOf(name)
  const label = row.label[ctx.locale]
  if (row.kind === 'integer')
    return { path: 'value', code: 'setting_integer', detail: { label, minimum: row.min, maximum: row.max } }
  if (row.kind === 'boolean') return { path: 'value', code: 'setting_boolean', detail: { label } }
  if (row.kind === 'address')
    return { path: 'value', code: 'setting_address', detail: { label, values: row.needs.join(', ') } }
  if (row.kind === 'text') return { path: 'value', code: 'setting_text', detail: { label, maximum: row.most } }
  return { path: 'value', code: 'setting_choice', detail: { label, values: Object.keys(row.choices).join(', ') } }
}
