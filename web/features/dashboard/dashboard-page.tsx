import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { mostFocusOg, recentAddOg, recentUpdateOg, regionCountOg } from '#contract/og.ts'
import { ogReaders } from '#contract/role.ts'
import { landingOf } from '#web/platform/access.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink } from '#web/platform/page.tsx'
import { ask, errorText } from '#web/platform/query.ts'
import { routeOf } from '#web/platform/route.ts'
import { useRole } from '#web/platform/session.ts'
import css from './dashboard.module.css'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { FirstSteps } from './first-steps.tsx'
import { dashboardMessages } from './messages.ts'
import { OgNumbers } from './og-numbers.tsx'
import { OgPanel } from './og-panel.tsx'
import { RegionPanel } from './region-panel.tsx'

export default function DashboardPage() {
  const role = useRole()
  return role !== null && ogReaders.includes(role) ? <OgDashboard /> : <NothingHere />
}

const listedAtMost = 8
const quiet = { quiet: true }

function OgDashboard() {
  const t = useT(dashboardMessages)
  const query = { limit: listedAtMost }
  const counts = useQuery({ ...ask(regionCountOg, {}), meta: quiet })
  const updated = useQuery({ ...ask(recentUpdateOg, { query }), meta: quiet })
  const added = useQuery({ ...ask(recentAddOg, { query }), meta: quiet })
  const focused = useQuery({ ...ask(mostFocusOg, { query }), meta: quiet })
  if (counts.isPending) return <DashboardSkeleton label={t('loading')} />
  if (!counts.data)
    return (
      <section className={css.message} role="alert">
        <h1>{t('title')}</h1>
        <p>
          {t('failedText')} {errorText(counts.error)}
        </p>
        <Button type="primary" onClick={() => void counts.refetch()}>
          {t('retry')}
        </Button>
      </section>
    )
  if (counts.data.total === 0) return <FirstSteps />
  return (
    <div className={css.page}>
      <h1 className="visually-hidden">{t('title')}</h1>
      <OgNumbers counts={counts.data} />
      <div className={css.columns}>
        <OgPanel
          title={t('recentUpdate')}
          all={{ sort: '-updated_at' }}
          asked={updated}
          aside={og => formatInstant(og.updated_at)}
        />
        <OgPanel
          title={t('mostFocus')}
          all={{ sort: '-weight' }}
          asked={focused}
          aside={og => t('weight', { weight: String(og.weight) })}
        />
        <OgPanel
          title={t('recentAdd')}
          all={{ sort: '-created_at' }}
          asked={added}
          aside={og => formatInstant(og.created_at)}
        />
        <RegionPanel items={counts.data.items} />
      </div>
    </div>
  )
}

/** For roles that read no organisations: says so, and where their work is. */
function NothingHere() {
  const t = useT(dashboardMessages)
  const locale = useLocale()
  const role = useRole()
  const landing = role === null ? undefined : landingOf(role)
  const title = landing && landing !== 'dashboard' ? routeOf(landing)?.title[locale] : undefined
  return (
    <section className={css.message}>
      <h1>{t('noneTitle')}</h1>
      {title && (
        <p>
          {t('noneText')} <PlainLink to={landing as 'upload'}>{title}</PlainLink>
        </p>
      )}
    </section>
  )
}

function PlainLink({ to, children }: { to: 'upload' | 'device_list'; children: string }) {
  return <PageLink to={to}>{children}</PageLink>
}
