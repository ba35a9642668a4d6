import { type DangerLevel, OgQuery } from '#contract/og.ts'
import { ogReaders } from '#contract/role.ts'
import { type Cell, type ExportKit, findUsernames, regionName } from '#server/features/export/export.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readAllRecords } from '#server/platform/record-cursor.ts'
import { findCategoryNames } from './export-queries.ts'
import { dangerLevelName, ogLabels } from './labels.ts'
import { ogTable } from './queries.ts'

const { website: _, ...labels } = ogLabels

/** Organisations into files. */
export const ogExport: ExportKit = {
  noun: 'og',
  roles: ogReaders,
  labels: { ...labels, is_demo: { 'zh-CN': '演示数据', 'en-US': 'Demonstration' } },
  fileName: { 'zh-CN': '组织', 'en-US': 'organisations' },
  parseQuery: query => {
    const { current: _current, pageSize: _pageSize, ...rest } = query
    const parsed = OgQuery.safeParse(rest)
    return parsed.success ? { query: parsed.data } : { faults: parsed.error.issues.map(issue => issue.path.join('.')) }
  },
  read: (ctx, query, _columns, work) => readAllRecords(ctx, ogTable, query as OgQuery, work),
  cellsOf,
}

async function cellsOf(ctx: Ctx, columns: readonly string[], isPlain: boolean) {
  const [categories, usernames] = await Promise.all([findCategoryNames(ctx), findUsernames(ctx)])
  const user = (id: unknown) => usernames.get(Number(id)) ?? `#${id}`
  const cell = (name: string, value: unknown): Cell => {
    if (value === null || value === undefined) return null
    if (name === 'category_id') return categories.get(Number(value)) ?? null
    if (name === 'owner') return user(value)
    if (name === 'read_user' || name === 'write_user') return (value as number[]).map(user)
    if (name === 'region' && !isPlain) return regionName(String(value), ctx.locale)
    if (name === 'danger_level' && !isPlain) return dangerLevelName(value as DangerLevel, ctx.locale)
    if (name === 'register_time') return { date: String(value) }
    if (name.endsWith('_at')) return { instant: String(value) }
    return value as Cell
  }
  return (record: Record<string, unknown>) => columns.map(name => cell(name, record[name]))
}
