import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { dangerLevels, type regionCountOg } from '#contract/og.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink, useGo } from '#web/platform/page.tsx'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import css from './dashboard.module.css'
import { dashboardMessages } from './messages.ts'
import { type Asked, Panel } from './panel.tsx'

const WorldMap = lazy(() => import('#web/ui/world-map/world-map.tsx'))

type Props = { asked: Asked<Reply<typeof regionCountOg>> }

/** Organisations by danger level, gravest first; each bar is the way to its list. */
export function DangerPanel({ asked }: Props) {
  const t = useT(dashboardMessages)
  const locale = useLocale()
  return (
    <Panel title={t('dangerLevels')} asked={asked} rows={5}>
      {({ danger_levels: counts }) => {
        const countOf = (level: string) => counts.find(each => each.danger_level === level)?.count ?? 0
        const longest = Math.max(1, ...counts.map(each => each.count))
        return (
          <ol>
            {dangerLevels.map(level => (
              <li key={level}>
                <PageLink to="og" search={{ danger_level: level }} className={css.bar}>
                  <span className={css.barName}>
                    <DangerLevelTag level={level} />
                  </span>
                  <span className={css.track} aria-hidden>
                    {countOf(level) > 0 && <span style={{ width: `${(countOf(level) / longest) * 100}%` }} />}
                  </span>
                  <span className={css.barCount}>{countOf(level).toLocaleString(locale)}</span>
                </PageLink>
              </li>
            ))}
          </ol>
        )
      }}
    </Panel>
  )
}

/** Organisations by country, as a map and as a table. */
export function RegionPanel({ asked }: Props) {
  const t = useT(dashboardMessages)
  const go = useGo()
  return (
    <Panel title={t('regions')} asked={asked} rows={12} isWide>
      {({ items }) => (
        <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 12, width: '100%' }} />}>
          <WorldMap
            label={t('regions')}
            countLabel={t('organisations')}
            counts={items}
            link={(region, name) => (
              <PageLink to="og" search={{ region }}>
                {name}
              </PageLink>
            )}
            onOpen={region => go('og', { search: { region } })}
          />
        </Suspense>
      )}
    </Panel>
  )
}
