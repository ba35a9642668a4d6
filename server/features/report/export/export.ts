import { customSchema } from '#contract/custom_field.api.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Fields } from '#contract/field.ts'
import { entityNames } from '#contract/registry.ts'
import type { exportReport as endpoint, Report } from '#contract/report.api.ts'
import { listCustomFields } from '#server/features/custom_field/custom_field.service.ts'
import type { OutgoingFile } from '#server/features/ticket/ticket.service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { getReport } from '../report.service.ts'
import { houseOf } from '../template/template.ts'
import { findVersion } from '../version.queries.ts'
import { getVersion } from '../version.ts'
import { readProofs } from './evidence.ts'
import type { ExportData } from './export-tasks.ts'
import { clean, exportLines, type Proof, treeOf } from './export-tree.ts'
import { exportWords } from './export-words.ts'
import { picturesOf } from './picture.ts'
import { contentOf, fileName, mediaTypes, setFile } from './set.ts'

/** The requested version as this reader sees it: text withheld from the reader is withheld in the file. */
async function readVersion(ctx: Ctx, id: number, version: number | undefined): Promise<Report> {
  const report = await getReport(ctx, id)
  if (version === undefined || version === report.version) return report
  // A reader of published reports gets no other version; only writers have `named`.
  if (report.named === undefined) throw new AppError('not_found')
  const { title, summary, body, number, saved_at } = await getVersion(ctx, id, version)
  return { ...report, title, summary, body, version: number, updated_at: saved_at }
}

/** Exports a report as a file and records the export with its reason. */
export async function exportReport(
  ctx: Ctx,
  id: number,
  { format, version, reason }: Received<typeof endpoint>['query'],
  publicUrl: string | undefined,
): Promise<OutgoingFile> {
  const report = await readVersion(ctx, id, version)
  const [proofs, own, house, pictures] = await Promise.all([
    proofsOf(ctx, report),
    ownFields(ctx),
    houseOf(ctx, report.marking),
    picturesOf(ctx, report),
  ])
  const data: ExportData = { ...dataOf(ctx, report, { proofs, own }, publicUrl), house, pictures }
  const bytes = await setFile(ctx, { format, data })
  const detail = {
    format,
    version: report.version,
    title: report.title,
    ...(house.marking && { marking: house.marking }),
  }
  await audit(ctx, { act: 'export', noun: 'report', recordId: id, reason, detail })
  return {
    name: fileName(`${report.number} ${report.title}`, format),
    mediaType: mediaTypes[format],
    content: contentOf(bytes),
  }
}

async function proofsOf(ctx: Ctx, { id, version }: Report): Promise<Map<string, Proof>> {
  const stored = await findVersion(ctx, id, version)
  return stored ? await readProofs(ctx, stored.body) : new Map()
}

/** Includes retired fields, because a text may still cite them. */
async function ownFields(ctx: Ctx): Promise<Record<string, Fields>> {
  const { items } = await listCustomFields(ctx)
  return Object.fromEntries(entityNames.map(noun => [noun, customSchema(items.filter(each => each.noun === noun))]))
}

type ExportContext = Omit<ExportData, 'pictures' | 'house'>

function dataOf(
  ctx: Ctx,
  report: Report,
  { proofs, own }: { proofs: ReadonlyMap<string, Proof>; own: Record<string, Fields> },
  publicUrl: string | undefined,
): ExportContext {
  const words = exportWords[ctx.locale]
  const hrefOf = (noun: string, id: number) => (publicUrl ? `${publicUrl.replace(/\/$/, '')}${pathOf(noun, id)}` : null)
  const { blocks, evidence } = treeOf(report.body, { words, locale: ctx.locale, own, hrefOf, proofs })
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
    form: 'report',
    number: report.number,
    title: clean(report.title),
    author: clean(report.author?.name ?? ''),
    facts: facts.flatMap(([name, value]) => (value ? [[name, clean(value)] as [string, string]] : [])),
    summary: exportLines(report.summary ?? ''),
    blocks,
    evidence,
    words,
  }
}

/** Path of a record in the console. */
function pathOf(noun: string, id: number): string {
  return noun === 'page' ? `/admin/page/${id}` : `/${noun}/${id}`
}
