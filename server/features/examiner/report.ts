// A run as a PDF for an auditor.

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
import { reportWords } from './words.ts'

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
  const say = reportWords[ctx.locale]
  const [ways, scripts] = [alterationWords[ctx.locale], scriptWords[ctx.locale]]
  const names = new Map(run.lists.map(({ id, name }) => [id, name]))
  const nameOf = (listId: number) => names.get(listId) ?? `#${listId}`
  const dropName = {
    list: (key: string) => nameOf(Number(key)),
    script: (key: string) => scripts[key as 'latin'],
    alteration: (key: string) => ways[key as 'exact'],
  }
  const blocks: ReportNode[] = [
    heading(say.method),
    paragraph(fillPlaceholders(say.methodText, { sample: examinerLimits.sample })),
    heading(say.lists),
    ...bullets(
      run.lists.map(({ name, version, sampled }) => `${name} · ${fillPlaceholders(say.version, { version, sampled })}`),
    ),
    ...(run.skipped > 0 ? [paragraph(fillPlaceholders(say.skipped, { count: run.skipped }))] : []),
    heading(say.result),
    paragraph(
      fillPlaceholders(say.all, {
        found: run.found,
        asked: run.asked,
        share: run.asked === 0 ? '—' : percent(run.found / run.asked),
      }),
    ),
    ...bullets(
      run.drops.map(({ kind, key, before, now }) =>
        fillPlaceholders(say.drop, { name: dropName[kind](key), before: percent(before), now: percent(now) }),
      ),
    ),
    ...(run.drops.length === 0 ? [paragraph(say.noDrop)] : []),
    heading(say.byList),
    ...bullets(sumBy(run.figures, ({ list_id }) => nameOf(list_id))),
    heading(say.byAlteration),
    ...bullets(sumBy(run.figures, ({ alteration }) => ways[alteration])),
    heading(say.byScript),
    ...bullets(sumBy(run.figures, ({ script }) => scripts[script])),
    heading(say.misses),
    paragraph(fillPlaceholders(say.missesText, { count: missed, shown: misses.length })),
    ...bullets(
      misses.map(({ list_id, caption, entry_key, alteration, query, instead }) =>
        [
          `${caption} · ${entry_key} · ${nameOf(list_id)}`,
          `${ways[alteration]}: ${query}`,
          instead.length === 0
            ? say.nothing
            : `${say.instead} ${instead.map(({ caption, score }) => `${caption} (${Math.round(score * 100)})`).join('; ')}`,
        ].join(' — '),
      ),
    ),
  ]
  const author = ctx.actor.kind === 'user' ? ctx.actor.username : ''
  const bytes = await setFile(ctx, {
    format: 'pdf',
    data: {
      ...{ locale: ctx.locale, form: 'profile', house: await houseOf(ctx), number: `#${run.id}`, title: say.title },
      ...{ author, summary: [], blocks, evidence: [], words: exportWords[ctx.locale], pictures: [] },
      facts: [
        [say.at, minuteOf(run.ended_at)],
        [say.scoring, fillPlaceholders(say.scoringText, { rule: run.rule, threshold: run.threshold, seed: run.seed })],
      ],
    },
  })
  return {
    name: fileName(`${say.title} ${run.ended_at.slice(0, 10)}`, 'pdf'),
    mediaType: mediaTypes.pdf,
    content: contentOf(bytes),
  }
}
