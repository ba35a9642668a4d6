import type { ExaminerFigure, ExaminerRun } from '#contract/examiner.api.ts'

export type Series = { key: string; asked: number; found: number; shares: (number | null)[] }

/** Figures by key over all runs, oldest first; only keys of the newest run are included. */
export function seriesOf(runs: readonly ExaminerRun[], keyOf: (figure: ExaminerFigure) => string): Series[] {
  const oldestFirst = runs.toReversed()
  const newest = sumBy(runs[0]?.figures ?? [], keyOf)
  const each = oldestFirst.map(({ figures }) => sumBy(figures, keyOf))
  return [...newest].map(([key, sum]) => ({
    key,
    ...sum,
    shares: each.map(sums => {
      const { asked, found } = sums.get(key) ?? { asked: 0, found: 0 }
      return asked === 0 ? null : found / asked
    }),
  }))
}

function sumBy(figures: readonly ExaminerFigure[], keyOf: (figure: ExaminerFigure) => string) {
  const sums = new Map<string, { asked: number; found: number }>()
  for (const figure of figures) {
    const { asked, found } = sums.get(keyOf(figure)) ?? { asked: 0, found: 0 }
    sums.set(keyOf(figure), { asked: asked + figure.asked, found: found + figure.found })
  }
  return sums
}

export const percentOf = (share: number, locale: string) =>
  share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
