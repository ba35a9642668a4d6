import type { Locale } from '#contract/error.ts'
import type { TemplateValues } from '#contract/report-template.api.ts'
import type { OutgoingFile } from '#server/features/ticket/ticket.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ExportData } from '../export/export-tasks.ts'
import type { InlineRun, ReportNode } from '../export/export-tree.ts'
import { exportWords } from '../export/export-words.ts'
import { contentOf, mediaTypes, setFile } from '../export/set.ts'
import { checkLogo } from './logo.ts'
import { houseFrom } from './template.ts'

const sampleTexts = {
  'zh-CN': {
    title: '示例报告：滨海港务公司董事变更',
    author: '示例作者',
    summary: '本页是示例，用来查看标题、摘要、证据和密级标识在文件中的样子。',
    findings: '发现',
    text: '公司网站在十一月更新了董事名单，新任董事此前在两家关联公司任职。',
    quote: '自十一月一日起，李明任公司董事。',
    source: '页面变化 · 公司治理 · 2026-11-20',
    before: ['董事会由', '五', '人组成。'],
    after: ['董事会由', '六', '人组成，新增李明。'],
    basis: '依据',
    points: ['公司网站公布的董事名单', '工商登记的变更记录'],
  },
  'en-US': {
    title: 'Sample report: a new director of the Harbour Company',
    author: 'A sample author',
    summary: 'This is a sample: it shows how title, summary, evidence and marking look in a file.',
    findings: 'Findings',
    text: 'The company changed the list of directors on its website in November. The new director held office in two related companies before.',
    quote: 'From 1 November, Li Ming is a director of the company.',
    source: 'Page change · Governance · 2026-11-20',
    before: ['The board has ', 'five', ' members.'],
    after: ['The board has ', 'six', ' members, Li Ming among them.'],
    basis: 'Basis',
    points: ['The list of directors on the company’s website', 'The register of companies'],
  },
} as const satisfies Record<Locale, unknown>

/** A fictional report with every element that a template changes. */
function sampleIn(locale: Locale): Omit<ExportData, 'house'> {
  const [words, it] = [exportWords[locale], sampleTexts[locale]]
  const run = (text: string): InlineRun => ({ kind: 'text', text, marks: [], href: null, isRecord: false })
  const paragraph = (text: string): ReportNode => ({ kind: 'paragraph', runs: [run(text)] })
  const pieces = ([before, changed, after]: readonly [string, string, string]) => [
    { text: before, is_changed: false },
    { text: changed, is_changed: true },
    { text: after, is_changed: false },
  ]
  const source = {
    number: 1,
    source: it.source,
    url: 'https://www.example.org/board',
    proof: `${words.seen.replace('{at}', '2026-11-20 08:05')} · SHA-256 ${'0123456789abcdef'.repeat(4)}`,
  }
  return {
    locale,
    form: 'report',
    number: '2026-0001',
    title: it.title,
    author: it.author,
    facts: [
      [words.number, '2026-0001'],
      [words.author, it.author],
      [words.date, '2026-11-21'],
    ],
    summary: [it.summary],
    blocks: [
      { kind: 'heading', level: 1, runs: [run(it.findings)] },
      paragraph(it.text),
      {
        kind: 'evidence',
        quote: [it.quote],
        ...source,
        changes: [{ before: pieces(it.before), after: pieces(it.after) }],
        more: null,
      },
      { kind: 'heading', level: 2, runs: [run(it.basis)] },
      { kind: 'bullets', items: it.points.map(point => [paragraph(point)]) },
    ],
    evidence: [source],
    words,
    pictures: [],
  }
}

/** The sample with these values; stores nothing. */
export async function previewTemplate(ctx: Ctx, values: TemplateValues): Promise<OutgoingFile> {
  if (values.logo !== null) await checkLogo(values.logo)
  const data = { ...sampleIn(ctx.locale), house: await houseFrom(ctx, values, null) }
  const bytes = await setFile(ctx, { format: 'pdf', data })
  return { name: 'preview.pdf', mediaType: mediaTypes.pdf, content: contentOf(bytes) }
}
