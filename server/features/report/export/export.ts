import { Readable } from 'node:stream'
import type { Received } from '#contract/endpoint.ts'
import type { exportReport as endpoint, Report } from '#contract/report.ts'
import { cutText } from '#contract/text.ts'
import type { OutgoingFile } from '#server/features/ticket/ticket.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { openThreads, ThreadLost } from '#server/platform/threads.ts'
import { getReport } from '../report.ts'
import { getVersion } from '../version.ts'
import type { ExportData, ExportTask } from './export-tasks.ts'
import { clean, linesOf, treeOf } from './export-tree.ts'
import { exportWords } from './export-words.ts'
import { picturesOf } from './picture.ts'

/** A thread keeps its fonts for the next report. */
const threads = openThreads<ExportTask, Uint8Array>(new URL('./export-thread.ts', import.meta.url), {
  most: 2,
  timeoutMs: 120_000,
  heapMb: 1_024,
  idleMs: 120_000,
})

const mediaTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  md: 'text/markdown; charset=utf-8',
} as const

/** The version a reader asks for as they would read it: what is withheld from them is withheld in the file. */
async function readVersion(ctx: Ctx, id: number, version: number | undefined): Promise<Report> {
  const report = await getReport(ctx, id)
  if (version === undefined || version === report.version) return report
  // Who reads what is published gets no other version; `acts` is theirs alone who write.
  if (report.named === undefined) throw new AppError('not_found')
  const { title, summary, body, number, saved_at } = await getVersion(ctx, id, version)
  return { ...report, title, summary, body, version: number, updated_at: saved_at }
}

/** A report as a file, recorded with the reason given. */
export async function exportReport(
  ctx: Ctx,
  id: number,
  { format, version, reason }: Received<typeof endpoint>['query'],
  publicUrl: string | undefined,
): Promise<OutgoingFile> {
  const report = await readVersion(ctx, id, version)
  const data: ExportData = { ...dataOf(ctx, report, publicUrl), pictures: await picturesOf(ctx, report) }
  try {
    const bytes = await threads.run({ format, data })
    const detail = { format, version: report.version, title: report.title }
    await audit(ctx, { act: 'export', noun: 'report', recordId: id, reason, detail })
    const name = `${report.number} ${cutText(clean(report.title), 80)}.${format}`.replace(/[/\\:*?"<>|\r\n\t]/g, ' ')
    return { name, mediaType: mediaTypes[format], content: Readable.from([Buffer.from(bytes)]) }
  } catch (error) {
    if (!(error instanceof ThreadLost)) throw error
    ctx.log.warn({ err: error, id, format }, 'a report was not set within its bounds')
    throw new AppError('too_large')
  }
}

function dataOf(ctx: Ctx, report: Report, publicUrl: string | undefined): Omit<ExportData, 'pictures'> {
  const words = exportWords[ctx.locale]
  const hrefOf = (noun: string, id: number) => (publicUrl ? `${publicUrl.replace(/\/$/, '')}${pathOf(noun, id)}` : null)
  const { blocks, evidence } = treeOf(report.body, { words, hrefOf })
  const isPublished = report.version === report.published_version
  const day = (isPublished ? (report.published_at ?? report.updated_at) : report.updated_at).slice(0, 10)
  const facts: [string, string | undefined][] = [
    [words.number, report.number],
    [words.version, String(report.version)],
    [words.status, words.statuses[isPublished ? 'published' : report.status]],
    [words.author, report.author?.name],
    [words.reviewer, report.reviewer?.name],
    [words.date, day],
  ]
  return {
    locale: ctx.locale,
    number: report.number,
    title: clean(report.title),
    author: clean(report.author?.name ?? ''),
    facts: facts.flatMap(([name, value]) => (value ? [[name, clean(value)] as [string, string]] : [])),
    summary: linesOf(report.summary ?? ''),
    blocks,
    evidence,
    words,
  }
}

/** Where the console shows a record. */
function pathOf(noun: string, id: number): string {
  return noun === 'page' ? `/admin/page/${id}` : `/${noun}/${id}`
}
