import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { dangerLevels, type regionCountOg } from '#contract/og.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink, useGo } from '#web/platform/page.tsx'
import { DangerLevelBar, DangerLevelTag } from '#web/ui/danger-level.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import css from './dashboard.module.css'
import { dashboardMessages } from './messages.ts'
import { Panel, type PanelQuery } from './panel.tsx'

const WorldMap = lazy(() => import('#web/ui/world-map/world-map.tsx'))

type Props = { query: PanelQuery<Reply<typeof regionCountOg>> }

/** Organisations by danger level, gravest first, on a logarithmic scale: most have no level. Each bar links to its list. */
export function DangerPanel({ query }: Props) {
  const t = useT(dashboardMessages)
  const locale = useLocale()
  return (
    <Panel title={t('dangerLevels')} query={query} rows={5} isEmpty={isUnjudged}>
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
                    {countOf(level) > 0 && (
                      <DangerLevelBar level={level} share={Math.log1p(countOf(level)) / Math.log1p(longest)} />
                    )}
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

/** True if every organisation has the default level: there is nothing to compare. */
function isUnjudged({ danger_levels: counts }: Reply<typeof regionCountOg>): boolean {
  return counts.every(({ danger_level, count }) => count === 0 || danger_level === '待定')
}

/** A map with one or two countries shows less than their names do. */
const mappedFrom = 3

/** Organisations by country: bars for a few, a map with its table for more. */
export function RegionPanel({ query }: Props) {
  const t = useT(dashboardMessages)
  const go = useGo()
  const known = query.data?.items.filter(({ region, count }) => region !== null && count > 0) ?? []
  const isMap = known.length >= mappedFrom
  return (
    <Panel
      title={t('regions')}
      query={query}
      rows={12}
      isWide={query.data === undefined || isMap}
      isEmpty={() => known.length === 0}
    >
      {({ items }) =>
        isMap ? (
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
        ) : (
          <Countries counts={known} />
        )
      }
    </Panel>
  )
}

function Countries({ counts }: { counts: readonly { region: string | null; count: number }[] }) {
  const locale = useLocale()
  const nameOf = useRegionName()
  const longest = Math.max(1, ...counts.map(each => each.count))
  return (
    <ol>
      {counts.flatMap(({ region, count }) =>
        region === null ? (
          []
        ) : (
          <li key={region} className={css.bar}>
            <PageLink to="og" search={{ region }} className={css.barName} title={nameOf(region)}>
              {nameOf(region)}
            </PageLink>
            <span className={css.track} aria-hidden>
              <span className={css.plainBar} style={{ width: `${(count / longest) * 100}%` }} />
            </span>
            <span className={css.barCount}>{count.toLocaleString(locale)}</span>
          </li>
        ),
      )}
    </ol>
  )
}
