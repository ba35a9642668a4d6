import { type FigurePoint, type FigureSeries, figureMost } from '#contract/figure.api.ts'
import type { PageFigure } from '#server/text/figures.ts'

export type ReadVersion = { id: number; at: string; until: string; figures: readonly PageFigure[] }

/**
 * The figures of versions, oldest first, as series: those that changed first, then the others in the order of the page.
 * `required`: keys that are never left out, those with an alert.
 */
export function seriesOf(
  versions: readonly ReadVersion[],
  required: ReadonlySet<string> = new Set(),
): { items: FigureSeries[]; cut: number } {
  const byKey = new Map<string, { figure: PageFigure; points: FigurePoint[] }>()
  for (const { id, at, until, figures } of versions)
    for (const figure of figures) {
      const entry = byKey.get(figure.key) ?? { figure, points: [] }
      byKey.set(figure.key, entry)
      entry.figure = figure
      entry.points.push({ version_id: id, at, until, value: figure.value, text: figure.text })
    }
  const newest = new Map(versions.at(-1)?.figures.map(({ key }, at) => [key, at]))
  const all = [...byKey].map(([key, { figure, points }]): FigureSeries => {
    const changes = points.filter(({ value }, at) => at > 0 && value !== points[at - 1]?.value).length
    const { heading, label, column, kind } = figure
    const shown = changes === 0 ? points.slice(-1) : points
    return { key, heading, label, column, kind, is_present: newest.has(key), changes, points: shown }
  })
  const rank = ({ key, changes }: FigureSeries) => (required.has(key) ? 0 : changes > 0 ? 1 : 2)
  const place = ({ key }: FigureSeries) => newest.get(key) ?? Number.MAX_SAFE_INTEGER
  all.sort((a, b) => rank(a) - rank(b) || place(a) - place(b))
  return { items: all.slice(0, figureMost.series), cut: Math.max(0, all.length - figureMost.series) }
}
