import { type AuditFilter, AuditQuery } from '#contract/audit.api.ts'
import { admins } from '#contract/role.ts'
import type { ExportAdapter, ExportCell } from '#server/features/export/export.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type AuditRow, countAll, findTitles, readEntries } from './audit.queries.ts'

const batchRows = 1_000

/** The export of the audit log: the entries that the filter selects, newest first. */
export const auditExport: ExportAdapter = {
  noun: 'audit',
  roles: admins,
  labels: {
    id: { 'zh-CN': '编号', 'en-US': 'Id' },
    at: { 'zh-CN': '时间', 'en-US': 'Time' },
    user_id: { 'zh-CN': '用户编号', 'en-US': 'User id' },
    username: { 'zh-CN': '用户', 'en-US': 'User' },
    act: { 'zh-CN': '操作', 'en-US': 'Action' },
    noun: { 'zh-CN': '对象', 'en-US': 'Object' },
    record_id: { 'zh-CN': '记录编号', 'en-US': 'Record id' },
    title: { 'zh-CN': '记录', 'en-US': 'Record' },
    reason: { 'zh-CN': '原因', 'en-US': 'Reason' },
    detail: { 'zh-CN': '详情', 'en-US': 'Detail' },
    changes: { 'zh-CN': '修改', 'en-US': 'Changes' },
    rev: { 'zh-CN': '版本', 'en-US': 'Revision' },
    req_id: { 'zh-CN': '请求编号', 'en-US': 'Req_id' },
    address: { 'zh-CN': '地址', 'en-US': 'Address' },
    is_erased: { 'zh-CN': '已抹除', 'en-US': 'Erased' },
  },
  fileName: { 'zh-CN': '审计记录', 'en-US': 'audit' },
  parseQuery: query => {
    const { current: _current, pageSize: _pageSize, sort: _sort, ...rest } = query
    const parsed = AuditQuery.safeParse(rest)
    return parsed.success ? { query: parsed.data } : { faults: parsed.error.issues.map(issue => issue.path.join('.')) }
  },
  read: (outer, query, _columns, work) =>
    outer.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async db => {
        const ctx = { ...outer, db }
        const filter = query as AuditFilter
        return await work({ total: await countAll(ctx, filter), batches: addTitles(ctx, filter) })
      }),
  cellsOf: async (_ctx, columns) => record => columns.map(name => cell(name, record[name])),
}

async function* addTitles(ctx: Ctx, filter: AuditFilter): AsyncGenerator<Record<string, unknown>[]> {
  for await (const rows of readEntries(ctx, filter, batchRows)) {
    const titles = await findTitles(ctx, rows)
    yield rows.map((row: AuditRow) => ({ ...row, title: titles.get(`${row.noun} ${row.record_id}`) ?? null }))
  }
}

function cell(name: string, value: unknown): ExportCell {
  if (value === null || value === undefined) return null
  if (name === 'at') return { instant: String(value) }
  if (name === 'detail' || name === 'changes') return isEmpty(value) ? null : JSON.stringify(value)
  return value as ExportCell
}

function isEmpty(value: unknown): boolean {
  return Object.keys(value as object).length === 0
}
