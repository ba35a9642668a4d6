// A run as a PDF for an auditor.

import type { Locale } from '#contract/error.ts'
import { type ExaminerFigure, examinerLimits } from '#contract/examiner.api.ts'
import { alterationWords, scriptWords } from '#contract/examiner-words.ts'
import { fillPlaceholders } from '#contract/text.ts'
import {
  clean,
  contentOf,
  exportWords,
  fileName,
  houseOf,
  type InlineRun,
  mediaTypes,
  type ReportNode,
  setFile,
} from '#server/features/report/report.service.ts'
import type { OutgoingFile } from '#server/features/ticket/ticket.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { getExaminerRun } from './examiner.service.ts'

const zh = {
  title: '名单筛查检出率报告',
  at: '检验时间',
  scoring: '评分',
  scoringText: '第 {rule} 版，命中线 {threshold} 分，抽样种子 {seed}',
  method: '方法',
  methodText:
    '从每个名单固定抽取至多 {sample} 个条目，按常见的写法改动其名称，再像普通查询一样筛查。原条目出现在命中中，即为检出。除“附出生年份”外，查询只有名称。',
  lists: '名单',
  version: '第 {version} 版，抽取 {sampled} 个条目',
  skipped: '{count} 个条目没有可改动的名称，未计入。',
  result: '结果',
  all: '检出 {found} / {asked}（{share}）',
  drop: '{name}：由 {before} 降至 {now}',
  noDrop: '与此前各次相比，没有指标明显下降。',
  byList: '按名单',
  byAlteration: '按改动方式',
  byScript: '按查询所用文字',
  misses: '未检出的条目',
  missesText: '共 {count} 次未检出，以下列出 {shown} 次。',
  nothing: '无任何命中',
  instead: '命中的是',
}
type ExaminerWords = typeof zh

const reportWords: Record<Locale, ExaminerWords> = {
  'zh-CN': zh,
  'en-US': {
    title: 'Screening quality report',
    at: 'Examined',
    scoring: 'Scoring',
    scoringText: 'version {rule}, hits from {threshold} points, sample seed {seed}',
    method: 'Method',
    methodText:
      'A fixed sample of at most {sample} entries is taken from each list. Their names are altered in ways that are common in practice and screened like any query. An entry counts as found if it is among the hits. Except for “With year of birth”, a query consists of the name only.',
    lists: 'Lists',
    version: 'version {version}, {sampled} entries sampled',
    skipped: 'Not counted: {count} entries without a name that could be altered.',
    result: 'Result',
    all: '{found} of {asked} found ({share})',
    drop: '{name}: fell from {before} to {now}',
    noDrop: 'No figure fell noticeably compared with earlier runs.',
    byList: 'By list',
    byAlteration: 'By alteration',
    byScript: 'By script of the query',
    misses: 'Entries not found',
    missesText: 'Not found: {count}; listed below: {shown}.',
    nothing: 'no hit at all',
    instead: 'found instead:',
  },
}

const plainRun = (text: string): InlineRun => ({
  kind: 'text',
  text: clean(text),
  marks: [],
  href: null,
  isRecord: false,
})
const paragraph = (text: string): ReportNode => ({ kind: 'paragraph', runs: [plainRun(text)] })
const heading = (text: string): ReportNode => ({ kind: 'heading', level: 1, runs: [plainRun(text)] })
const bullets = (items: string[]): ReportNode[] =>
  items.length === 0 ? [] : [{ kind: 'bullets', items: items.map(item => [paragraph(item)]) }]
const minuteOf = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function sumBy(figures: readonly ExaminerFigure[], key: (figure: ExaminerFigure) => string): string[] {
  const sums = new Map<string, { asked: number; found: number }>()
  for (const figure of figures) {
    const sum = sums.get(key(figure)) ?? { asked: 0, found: 0 }
    sums.set(key(figure), { asked: sum.asked + figure.asked, found: sum.found + figure.found })
  }
  return [...sums].map(([name, { asked, found }]) => `${name}: ${found} / ${asked} · ${percent(found / asked)}`)
}

export async function writeReport(ctx: Ctx, id: number): Promise<OutgoingFile> {
  const { run, misses, missed } = await getExaminerRun(ctx, id)
  const words = reportWords[ctx.locale]
  const [ways, scripts] = [alterationWords[ctx.locale], scriptWords[ctx.locale]]
  const names = new Map(run.lists.map(({ id, name }) => [id, name]))
  const nameOf = (listId: number) => names.get(listId) ?? `#${listId}`
  const dropName = {
    list: (key: string) => nameOf(Number(key)),
    script: (key: string) => scripts[key as 'latin'],
    alteration: (key: string) => ways[key as 'exact'],
  }
  const blocks: ReportNode[] = [
    heading(words.method),
    paragraph(fillPlaceholders(words.methodText, { sample: examinerLimits.sample })),
    heading(words.lists),
    ...bullets(
      run.lists.map(
        ({ name, version, sampled }) => `${name} · ${fillPlaceholders(words.version, { version, sampled })}`,
      ),
    ),
    ...(run.skipped > 0 ? [paragraph(fillPlaceholders(words.skipped, { count: run.skipped }))] : []),
    heading(words.result),
    paragraph(
      fillPlaceholders(words.all, {
        found: run.found,
        asked: run.asked,
        share: run.asked === 0 ? '—' : percent(run.found / run.asked),
      }),
    ),
    ...bullets(
      run.drops.map(({ kind, key, before, now }) =>
        fillPlaceholders(words.drop, { name: dropName[kind](key), before: percent(before), now: percent(now) }),
      ),
    ),
    ...(run.drops.length === 0 ? [paragraph(words.noDrop)] : []),
    heading(words.byList),
    ...bullets(sumBy(run.figures, ({ list_id }) => nameOf(list_id))),
    heading(words.byAlteration),
    ...bullets(sumBy(run.figures, ({ alteration }) => ways[alteration])),
    heading(words.byScript),
    ...bullets(sumBy(run.figures, ({ script }) => scripts[script])),
    heading(words.misses),
    paragraph(fillPlaceholders(words.missesText, { count: missed, shown: misses.length })),
    ...bullets(
      misses.map(({ list_id, caption, entry_key, alteration, query, instead }) =>
        [
          `${caption} · ${entry_key} · ${nameOf(list_id)}`,
          `${ways[alteration]}: ${query}`,
          instead.length === 0
            ? words.nothing
            : `${words.instead} ${instead.map(({ caption, score }) => `${caption} (${Math.round(score * 100)})`).join('; ')}`,
        ].join(' — '),
      ),
    ),
  ]
  const author = ctx.actor.kind === 'user' ? ctx.actor.username : ''
  const bytes = await setFile(ctx, {
    format: 'pdf',
    data: {
      ...{ locale: ctx.locale, form: 'profile', house: await houseOf(ctx), number: `#${run.id}`, title: words.title },
      ...{ author, summary: [], blocks, evidence: [], words: exportWords[ctx.locale], pictures: [] },
      facts: [
        [words.at, minuteOf(run.ended_at)],
        [
          words.scoring,
          fillPlaceholders(words.scoringText, { rule: run.rule, threshold: run.threshold, seed: run.seed }),
        ],
      ],
    },
  })
  return {
    name: fileName(`${words.title} ${run.ended_at.slice(0, 10)}`, 'pdf'),
    mediaType: mediaTypes.pdf,
    content: contentOf(bytes),
  }
}
