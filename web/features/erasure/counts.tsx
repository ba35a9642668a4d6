import { erasurePlaceName } from '#contract/erasure-place.ts'
import { useLocale } from '#web/platform/i18n.ts'
import css from './erasure.module.css'

/** The number of rows by the kind of data that users know. */
export function Counts({ rows }: { rows: readonly { place: string; count: number }[] }) {
  const locale = useLocale()
  const sums = new Map<string, number>()
  for (const { place, count } of rows) {
    const name = erasurePlaceName(place, locale)
    sums.set(name, (sums.get(name) ?? 0) + count)
  }
  return (
    <dl className={css.counts}>
      {[...sums]
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
    </dl>
  )
}
