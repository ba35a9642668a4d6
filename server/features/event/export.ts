import type { Locale } from '#contract/error.ts'
import { EventQuery, type EventStatus } from '#contract/event.ts'
import { isWholeDay } from '#contract/event-time.ts'
import { ogReaders } from '#contract/role.ts'
import { type Cell, type ExportKit, findUsernames, regionName } from '#server/features/export/export.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readAllRecords } from '#server/platform/record-cursor.ts'
import { eventLabels } from './labels.ts'
import { withLinks } from './link.ts'
import { type EventRow, eventTable } from './queries.ts'

/** Events into files. */
export const eventExport: ExportKit = {
  noun: 'event',
  roles: ogReaders,
  labels: { ...eventLabels, is_demo: { 'zh-CN': '演示数据', 'en-US': 'Demonstration' } },
  fileName: { 'zh-CN': '事件', 'en-US': 'events' },
  parseQuery: ({ current: _current, pageSize: _pageSize, ...rest }) => {
    const parsed = EventQuery.safeParse(rest)
    return parsed.success ? { query: parsed.data } : { faults: parsed.error.issues.map(issue => issue.path.join('.')) }
  },
  read: (ctx, query, columns, work) =>
    readAllRecords(ctx, eventTable, query as EventQuery, ({ ctx, total, batches }) =>
      work({ total, batches: linked(ctx, columns, batches) }),
    ),
  cellsOf,
}

async function* linked(
  ctx: Ctx,
  columns: readonly string[],
  batches: AsyncIterable<EventRow[]>,
): AsyncGenerator<Record<string, unknown>[]> {
  for await (const rows of batches) {
    if (!columns.includes('ogs') && !columns.includes('persons')) yield rows
    else
      yield (await withLinks(ctx, rows)).map(row => ({
        ...row,
        ogs: row.ogs.map(ref => ref.name),
        persons: row.persons.map(ref => ref.name),
      }))
  }
}

const statusNames: Record<Locale, Record<EventStatus, string>> = {
  'zh-CN': { draft: '草稿', confirmed: '已确认', dismissed: '已排除' },
  'en-US': { draft: 'Draft', confirmed: 'Confirmed', dismissed: 'Dismissed' },
}

async function cellsOf(ctx: Ctx, columns: readonly string[], isPlain: boolean) {
  const usernames = await findUsernames(ctx)
  const user = (id: unknown) => usernames.get(Number(id)) ?? `#${id}`
  const cell = (name: string, value: unknown): Cell => {
    if (value === null || value === undefined) return null
    if (name === 'owner') return user(value)
    if (name === 'read_user' || name === 'write_user') return (value as number[]).map(user)
    if (name === 'region' && !isPlain) return regionName(String(value), ctx.locale)
    if (name === 'status' && !isPlain) return statusNames[ctx.locale][value as EventStatus]
    if (name === 'start_time' || name === 'end_time')
      return isWholeDay(String(value)) ? { date: String(value) } : { instant: new Date(String(value)).toISOString() }
    if (name.endsWith('_at')) return { instant: String(value) }
    return value as Cell
  }
  return (record: Record<string, unknown>) => columns.map(name => cell(name, record[name]))
}
