import type { FigureAlert, FigureSeries } from '#contract/figure.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { figureMessages } from './messages.ts'

/** The subject of a figure: row and column, or the words around it. */
export const nameOf = ({ label, column }: Pick<FigureSeries, 'label' | 'column'>): string =>
  [label, column].filter(Boolean).join(' · ')

const signs = { signDisplay: 'exceptZero', maximumFractionDigits: 6 } as const

/** The last change of a series: `+45 (+7.6%)`; empty without one. */
export function useChange(): (series: FigureSeries) => string {
  const locale = useLocale()
  return ({ points, kind }) => {
    const last = points.at(-1)
    const before = points.findLast(({ value }) => value !== last?.value)
    if (!last || !before) return ''
    const change = new Intl.NumberFormat(locale, signs).format(round(last.value - before.value))
    if (kind === 'percent' || before.value === 0) return change
    const share = (last.value - before.value) / Math.abs(before.value)
    const percent = new Intl.NumberFormat(locale, { ...signs, style: 'percent', maximumFractionDigits: 1 }).format(
      share,
    )
    return `${change} (${percent})`
  }
}

/** Without the error of binary fractions: 0.3 − 0.1. */
const round = (value: number) => Number(value.toPrecision(12))

/** The condition of an alert in words. */
export function useCondition(): (alert: FigureAlert, kind: FigureSeries['kind']) => string {
  const t = useT(figureMessages)
  const locale = useLocale()
  return ({ rule, amount, is_share }, kind) => {
    const style = is_share ? ({ style: 'percent', maximumFractionDigits: 2 } as const) : { maximumFractionDigits: 6 }
    const number = new Intl.NumberFormat(locale, style).format(amount)
    const unit = kind === 'percent' ? (rule === 'change' ? ` ${t('points')}` : '%') : ''
    return `${t(rule)} ${number}${unit}`
  }
}
