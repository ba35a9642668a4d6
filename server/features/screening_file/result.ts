import { Readable } from 'node:stream'
import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import type { Locale } from '#contract/error.ts'
import { isSameNameAlone, sameNameAlone, whySentence } from '#contract/match-reason.ts'
import type { FileRowResult } from '#contract/screening_file.api.ts'
import { cutText } from '#contract/text.ts'
import { type ExportCell, mediaTypes, writeCsv, writeXlsx } from '#server/features/export/export.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findRowsAfter, type StoredFileRow } from './row.queries.ts'
import type { StoredFile } from './screening_file.queries.ts'
import { faultSentence, noteSentence } from './sentences.ts'

const rowsAtOnce = 1_000

const headings: Record<Locale, readonly string[]> = {
  'zh-CN': ['筛查结果', '最相近的条目', '名单', '条目编号', '得分', '理由', '其他命中数', '说明'],
  'en-US': ['Result', 'Best match', 'List', 'Entry id', 'Score', 'Why', 'Further hits', 'Notes'],
}
const results: Record<Locale, Record<FileRowResult, string>> = {
  'zh-CN': { strong: '强命中', possible: '可能命中', none: '未命中', wrong: '未能筛查' },
  'en-US': { strong: 'strong', possible: 'possible', none: 'none', wrong: 'not screened' },
}
const versions: BilingualText = bilingual('{name}（第 {n} 版）', '{name} (version {n})')

/** The file’s own columns, followed by the result; needs memory for one portion only. */
export function writeResult(ctx: Ctx, file: StoredFile, format: 'csv' | 'xlsx') {
  const own = [...file.columns, ...Array<string>(Math.max(0, file.width - file.columns.length)).fill('')]
  const header = [...own, ...headings[ctx.locale]]
  const rows = cellsOf(ctx, file)
  const content = format === 'xlsx' ? writeXlsx(header, rows) : writeCsv(header, rows)
  const base = file.file_name.replace(/\.[^.]{1,8}$/, '')
  const word = ctx.locale === 'zh-CN' ? '筛查结果' : 'screened'
  return {
    name: `${cutText(base, 120)}-${word}.${format}`,
    mediaType: mediaTypes[format],
    content: Readable.from(content),
  }
}

async function* cellsOf(ctx: Ctx, file: StoredFile): AsyncGenerator<ExportCell[][]> {
  for (let after = 0; ; ) {
    const rows = await findRowsAfter(ctx, file.id, after, rowsAtOnce)
    if (rows.length > 0) yield rows.map(row => [...ownCells(file, row), ...resultCells(ctx, row)])
    if (rows.length < rowsAtOnce) return
    after = rows.at(-1)?.n ?? after
  }
}

const ownCells = ({ width }: StoredFile, { cells }: StoredFileRow): ExportCell[] =>
  Array.from({ length: width }, (_, at) => cells[at] ?? '')

function resultCells({ locale }: Ctx, { result, hits, hit_count, fault, notes }: StoredFileRow): ExportCell[] {
  const [best] = hits
  const sentences = [
    ...(fault === null ? [] : [faultSentence(fault, locale)]),
    ...notes.map(note => noteSentence(note, locale)),
  ]
  const text = sentences.join(locale === 'zh-CN' ? '；' : '; ')
  if (!best) return [result && results[locale][result], null, null, null, null, null, null, text]
  const list = versions[locale].replace(/\{(name|n)\}/g, (_, key) =>
    key === 'n' ? String(best.list.version) : best.list.name,
  )
  const score = Math.round(best.score * 100)
  const why = whySentence(best.features, locale)
  const word = isSameNameAlone(best.schema, best.features) ? sameNameAlone[locale] : result && results[locale][result]
  return [word, best.caption, list, best.key, score, why, hit_count - 1, text]
}
