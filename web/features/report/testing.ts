import type { Report, ReportItem } from '#contract/report.api.ts'
import { asOgName } from '#contract/wire.ts'
import type { setUser } from '#web/platform/session.ts'

/** A report as the server returns it, for tests. */
export const aReport = (over: Partial<Report> = {}): Report => ({
  id: 5,
  rev: 3,
  owner: 1,
  created_at: '2026-11-20T00:00:00.000Z',
  updated_at: '2026-11-20T01:00:00.000Z',
  can: ['update', 'delete'],
  read_user: [],
  write_user: [],
  read_group: [],
  write_group: [],
  number: '2026-0007',
  title: '远洋集团尽职调查',
  summary: '结论摘要',
  labels: ['合规'],
  marking: null,
  status: 'draft',
  version: 2,
  published_version: null,
  published_at: null,
  author: { id: 1, name: '李明' },
  reviewer: null,
  ogs: [{ id: 3, name: asOgName('远洋集团') }],
  persons: [],
  events: [],
  open_comments: 0,
  acts: ['submit'],
  body: {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: '一、结论' }] },
      { type: 'paragraph', content: [{ type: 'text', text: '第一段。' }] },
    ],
  },
  publishers: null,
  ...over,
})

export const aReportItem = (over: Partial<ReportItem> = {}): ReportItem => {
  const { body: _, ...item } = aReport()
  return { ...item, ...over }
}

type User = Parameters<typeof setUser>[0]
export const aUser = (role: User['role'], id = 1): User =>
  ({ id, username: 'u', name: '', role, status: 'active' }) as unknown as User
