import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink } from '#web/platform/page.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import css from './dashboard.module.css'
import { dashboardMessages } from './messages.ts'

type Count = { region: string | null; count: number }

const shownAtMost = 8

/** Organisations by region, most first; each bar is the way to its list. */
export function RegionPanel({ items }: { items: readonly Count[] }) {
  const t = useT(dashboardMessages)
  const locale = useLocale()
  const nameOf = useRegionName()
  const known = items.filter(item => item.region !== null).sort((a, b) => b.count - a.count)
  const shown = known.slice(0, shownAtMost)
  const rest = known.slice(shownAtMost)
  const unknown = items.find(item => item.region === null)?.count ?? 0
  const longest = Math.max(1, ...shown.map(item => item.count))
  const sum = (list: readonly Count[]) => list.reduce((total, item) => total + item.count, 0)
  return (
    <section className={css.panel} aria-label={t('regions')}>
      <div className={css.panelHead}>
        <h2>{t('regions')}</h2>
      </div>
      <ol className={css.bars}>
        {shown.map(({ region, count }) => (
          <li key={region}>
            <PageLink to="og" search={{ region }} className={css.bar}>
              <span className={css.barName} title={nameOf(region ?? '')}>
                {nameOf(region ?? '')}
              </span>
              <span className={css.track} aria-hidden>
                <span style={{ width: `${(count / longest) * 100}%` }} />
              </span>
              <span className={css.barCount}>{count.toLocaleString(locale)}</span>
            </PageLink>
          </li>
        ))}
      </ol>
      <p className={css.rest}>
        {rest.length > 0 && (
          <span>
            {t('otherRegions', { regions: String(rest.length) })} {sum(rest).toLocaleString(locale)}
          </span>
        )}
        {unknown > 0 && (
          <span>
            {t('noRegion')} {unknown.toLocaleString(locale)}
          </span>
        )}
      </p>
    </section>
  )
}
