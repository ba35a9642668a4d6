import { Readable } from 'node:stream'
import type { Ticket } from '#contract/ticket.api.ts'
import { makeTicket, type OutgoingFile } from '#server/features/ticket/ticket.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { zipStream } from '#server/platform/files/zip.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { readPersonalData } from './copy.queries.ts'
import type { ErasureAdapters } from './erasure.adapter.ts'
import { findSubject } from './erasure.queries.ts'

/** Creates a ticket for a copy of all data about one person. */
export function copyPerson(ctx: Ctx, id: number, reason: string): Promise<Ticket> {
  return inTransaction(ctx, async ctx => {
    if (!(await findSubject(ctx, id))) throw new AppError('not_found')
    await audit(ctx, { act: 'export', noun: 'person', recordId: id, reason, detail: { format: 'zip' } })
    return await makeTicket(ctx, 'person_copy', id)
  })
}

/** All data about the person: as JSON for machines, and as text for readers. */
export async function openCopy(ctx: Ctx, adapters: ErasureAdapters, id: number): Promise<OutgoingFile> {
  const subject = ctx.actor.role === 'admin' ? await findSubject(ctx, id) : undefined
  if (!subject) throw new AppError('not_found')
  const data: Record<string, unknown[]> = await readPersonalData(ctx, subject.ids)
  for (const adapter of adapters) Object.assign(data, await adapter.held(ctx, subject))
  await audit(ctx, { act: 'download', noun: 'person', recordId: id, detail: { format: 'zip' } })
  const made = ctx.now().toISOString()
  const whole = { made_at: made, person_ids: subject.ids, names: subject.names, ...data }
  const files = [
    { name: 'held.json', content: [JSON.stringify(whole, null, 2)] },
    { name: 'summary.md', content: [summaryOf(ctx, { made, id, name: subject.names[0] ?? '' }, data)] },
  ]
  return { name: `person-${id}.zip`, mediaType: 'application/zip', content: Readable.from(zipStream(files)) }
}

const titles: Record<string, [zh: string, en: string]> = {
  persons: ['档案', 'Records'],
  memberships: ['任职', 'Memberships'],
  relations: ['关系', 'Relations'],
  holdings: ['持股与关联', 'Holdings and links'],
  claims: ['来源的说法', 'Source statements'],
  external_keys: ['来源中的编号', 'Ids in sources'],
  merges: ['合并', 'Merges'],
  duplicates: ['可能重复', 'Possible duplicates'],
  notifications: ['通知', 'Notifications'],
  history: ['修改记录', 'Change history'],
  audit: ['查看与导出记录', 'Views and exports'],
  events: ['事件', 'Events'],
  timeline_notes: ['时间线备注', 'Timeline notes'],
  mentions: ['网页提及', 'Mentions on pages'],
  own_text_mentions: ['报告、事件、反馈和备注中的提及', 'Mentions in reports, events, feedback and notes'],
  uploads: ['上传文件', 'Uploads'],
  reports: ['报告', 'Reports'],
  import_rows: ['导入数据', 'Import rows'],
  interchange_rows: ['数据交换', 'Data exchange rows'],
}

function summaryOf(
  ctx: Ctx,
  head: { made: string; id: number; name: string },
  data: Record<string, unknown[]>,
): string {
  const isChinese = ctx.locale === 'zh-CN'
  const title = (key: string) => titles[key]?.[isChinese ? 0 : 1] ?? key
  const lines = [`# ${head.name} (#${head.id})`, '', head.made, '']
  for (const [key, rows] of Object.entries(data)) {
    lines.push(`## ${title(key)} (${rows.length})`, '')
    for (const row of rows) lines.push(...(rows.length > 0 ? factsOf(row) : []), '')
  }
  return lines.join('\n')
}

/** One line per fact; empty values are omitted. */
function factsOf(row: unknown): string[] {
  return Object.entries(row as Record<string, unknown>)
    .filter(
      ([, value]) => value !== null && value !== '' && JSON.stringify(value) !== '[]' && JSON.stringify(value) !== '{}',
    )
    .map(([field, value], n) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      const short = text.startsWith('data:') ? '(picture)' : text.replaceAll(/\s+/g, ' ')
      return `${n === 0 ? '-' : ' '} ${field}: ${short}`
    })
}
