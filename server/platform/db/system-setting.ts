import { sql } from 'kysely'
import {
  isSystemSettingValue,
  type SystemSettingName,
  type SystemSettingValue,
  systemSettings,
} from '#contract/system.api.ts'
import type { Ctx } from '../ctx.ts'

/**
 * A setting that administrators made for all users, or its default. It is read from the database each time (one row by
 * its key, in the caller's transaction), so a change applies immediately in every process. A caller that needs it for
 * many rows reads it once in advance.
 */
export async function readSetting<const Name extends SystemSettingName>(
  ctx: Pick<Ctx, 'db'>,
  name: Name,
): Promise<SystemSettingValue<Name>> {
  return (await readSettings(ctx, [name]))[name]
}

/** Reads several settings: `const { a, b } = await readSettings(ctx, ['a', 'b'])`. */
export async function readSettings<const Name extends SystemSettingName>(
  ctx: Pick<Ctx, 'db'>,
  names: readonly Name[],
): Promise<{ [N in Name]: SystemSettingValue<N> }> {
  const { rows } = await sql<{ name: string; value: unknown }>`select name, value from system_setting
    where name = any(${names}::text[])`.execute(ctx.db)
  const kept = new Map(rows.map(row => [row.name, row.value]))
  return Object.fromEntries(names.map(name => [name, settingValue(name, kept.get(name))])) as {
    [N in Name]: SystemSettingValue<N>
  }
}

/** The stored value; the default if none is stored, or if the value of an older version is out of range now. */
export function settingValue<Name extends SystemSettingName>(name: Name, kept: unknown): SystemSettingValue<Name> {
  return isSystemSettingValue(name, kept) ? kept : (systemSettings[name].default as SystemSettingValue<Name>)
}
