import type { NumberChange } from '#contract/diff.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { rowMessages } from './row-messages.ts'
import css from './rows.module.css'

/** Changed numbers: before, after, and the change. */
export function NumberChanges({ numbers }: { numbers: readonly NumberChange[] | undefined }) {
  const t = useT(rowMessages)
  const changeText = useChangeText()
  if (!numbers) return null
  return (
    <ul className={css.numbers} aria-label={t('numbers')} data-ours>
      {numbers.map((each, index) => {
        const change = changeText(each)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of a row's numbers does not change, and two can be equal.
          <li key={index}>
            <bdi>{each.before}</bdi> → <bdi className="strong">{each.after}</bdi>
            {change && <span>{t('by', { change })}</span>}
          </li>
        )
      })}
    </ul>
  )
}

/** `+1,700, +14%`; the change of percentages in points, and of dates in days, months or years. */
function useChangeText(): (number: NumberChange) => string {
  const t = useT(rowMessages)
  const locale = useLocale()
  return ({ kind, change, unit, share }) => {
    const signed = (value: number, options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', ...options }).format(value).replace('-', '−')
    const parts: string[] = []
    if (change !== null) {
      const changed = signed(change, { maximumFractionDigits: 9 })
      if (kind === 'number') parts.push(/^\w/.test(unit) ? `${changed} ${unit}` : changed + unit)
      else parts.push(t(`by_${kind}`, { change: changed, count: Math.abs(change) }))
    }
    if (share !== null)
      parts.push(signed(share, { style: 'percent', maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0 }))
    return parts.join(t('comma'))
  }
}
