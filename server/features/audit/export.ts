import { type AuditFilter, AuditQuery } from '#contract/audit.api.ts'
import { bilingual } from '#contract/bilingual.ts'
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
    id: bilingual('编号', 'Id'),
    at: bilingual('时间', 'Time'),
    user_id: bilingual('用户编号', 'User id'),
    username: bilingual('用户', 'User'),
    act: bilingual('操作', 'Action'),
    noun: bilingual('对象', 'Object'),
    record_id: bilingual('记录编号', 'Record id'),
    title: bilingual('记录', 'Record'),
    reason: bilingual('原因', 'Reason'),
    detail: bilingual('详情', 'Detail'),
    changes: bilingual('修改', 'Changes'),
    rev: bilingual('版本', 'Revision'),
    req_id: bilingual('请求编号', 'Req_id'),
    address: bilingual('地址', 'Address'),
    is_erased: bilingual('已抹除', 'Erased'),
  },
  fileName: bilingual('审计记录', 'audit'),
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
