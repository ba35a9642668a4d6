import { sql } from 'kysely'
import {
  isSystemSettingValue,
  type SystemSettingName,
  type SystemSettingValue,
  systemSettings,
} from '#contract/system.ts'
import type { Ctx } from './ctx.ts'

/**
 * What administrators set for everybody, or the default. Asked of the database each time (one row by its key, in the
 * caller's transaction), so a change holds at once in every process; who reads for each of many rows reads once before.
 */
export async function readSetting<const Name extends SystemSettingName>(
  ctx: Pick<Ctx, 'db'>,
  name: Name,
): Promise<SystemSettingValue<Name>> {
  return (await readSettings(ctx, [name]))[name]
}

/** Several at once: `const { a, b } = await readSettings(ctx, ['a', 'b'])`. */
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

/** What is kept, or the default where nothing is, or what an older version kept is out of bounds now. */
export function settingValue<Name extends SystemSettingName>(name: Name, kept: unknown): SystemSettingValue<Name> {
  return isSystemSettingValue(name, kept) ? kept : (systemSettings[name].default as SystemSettingValue<Name>)
}
