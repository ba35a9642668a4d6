import { useQuery } from '@tanstack/react-query'
import { dashboardEvents, dashboardNumbers } from '#contract/dashboard.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { EventSummary } from '#contract/event-view.api.ts'
import { mostFocusOg, recentAddOg, recentUpdateOg, regionCountOg } from '#contract/og.api.ts'
import { editors, ogReaders } from '#contract/role.ts'
import { EventLevelMark, timeText } from '#web/features/event/event.ts'
import { landingOf } from '#web/platform/access.ts'
import { formatDay, formatInstant, now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink, type SearchInput } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { routeOf } from '#web/platform/route.ts'
import { useRole } from '#web/platform/session.ts'
import css from './dashboard.module.css'
import { DailyDigest, useDigest } from './digest.tsx'
import { FirstSteps, useIsAwaitingSteps } from './first-steps.tsx'
import { HitsPanel, useHits } from './hits-panel.tsx'
import { DangerPanel, RegionPanel } from './kind-panels.tsx'
import { dashboardMessages } from './messages.ts'
import { Numbers } from './numbers.tsx'
import { listedAtMost, OgPanel } from './og-panel.tsx'
import { Panel, type PanelQuery } from './panel.tsx'

type Props = { title: string; all: SearchInput; query: PanelQuery<readonly EventSummary[]> }

const shownAtMost = 8

/** Events of the coming or the past weeks, nearest first. */
function EventPanel({ title, all, query }: Props) {
  const t = useT(dashboardMessages)
  return (
    <Panel
      title={title}
      query={query}
      rows={shownAtMost}
      isEmpty={events => events.length === 0}
      more={
        <PageLink to="event" search={all} aria-label={`${t('all')} · ${title}`}>
          {t('all')}
        </PageLink>
      }
    >
      {events => (
        <ol>
          {events.slice(0, shownAtMost).map(event => (
            <li key={event.id} className={css.row}>
              <EventLevelMark level={event.level} />
              <PageLink to="event_detail" params={{ id: event.id }} title={event.title} className={css.rowName}>
                {event.title}
              </PageLink>
              <span className={css.aside}>{timeText(event)}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

const dayMs = 86_400_000
/** The period of the event panels, in days. */
const panelDays = 14

export default function DashboardPage() {
  const role = useRole()
  return role !== null && ogReaders.includes(role) ? <OgDashboard /> : <NothingHere />
}

const minuteMs = 60_000

function OgDashboard() {
  const t = useT(dashboardMessages)
  const query = { limit: listedAtMost }
  const zone = { offset: -now().getTimezoneOffset() }
  const role = useRole()
  const mayStart = role !== null && editors.includes(role)
  const digest = useDigest()
  const numbers = useQuery({ ...endpointQuery(dashboardNumbers, { query: zone }), refetchInterval: minuteMs })
  const counts = useQuery({ ...endpointQuery(regionCountOg, {}) })
  const updated = useQuery({ ...endpointQuery(recentUpdateOg, { query }) })
  const added = useQuery({ ...endpointQuery(recentAddOg, { query }) })
  const focused = useQuery({ ...endpointQuery(mostFocusOg, { query }) })
  const events = useQuery({ ...endpointQuery(dashboardEvents, { query: zone }) })
  const hits = useHits(mayStart)
  const isAwaitingSteps = useIsAwaitingSteps(mayStart)
  // A panel without content has no place, so the panels appear together: none moves when the next reply arrives.
  const hasPanels = [counts, updated, added, focused, events, ...(mayStart ? [hits] : [])].every(one => !one.isPending)
  const isBare = numbers.data !== undefined && isEmpty(numbers.data)
  const today = now().getTime()
  const day = (from: number) => formatDay(new Date(today + from * dayMs))
  if (isBare && !mayStart) return <NothingYet />
  return (
    <div className="grid shrink gap-5">
      <h1 className="visually-hidden">{t('title')}</h1>
      {mayStart && <FirstSteps isBare={isBare} />}
      {isAwaitingSteps && <div className={css.awaited} />}
      {!isBare && !isAwaitingSteps && (
        <>
          <DailyDigest digest={digest} />
          <Numbers query={numbers} />
          {hasPanels ? (
            <div className={css.columns}>
              <OgPanel
                title={t('mostFocus')}
                query={focused}
                isShown={og => og.focus_count > 0 || og.weight > 0}
                extra={og =>
                  og.focus_count > 0
                    ? t('focusCount', { count: og.focus_count })
                    : t('weight', { weight: String(og.weight) })
                }
              />
              <EventPanel
                title={t('coming')}
                all={{ from: day(0), to: day(panelDays - 1), sort: 'start_time' }}
                query={{ ...events, data: events.data?.coming }}
              />
              <EventPanel
                title={t('past')}
                all={{ from: day(-panelDays), to: day(-1), sort: '-start_time' }}
                query={{ ...events, data: events.data?.past }}
              />
              <Permitted roles={editors}>
                <HitsPanel />
              </Permitted>
              <RegionPanel query={counts} />
              <DangerPanel query={counts} />
              <OgPanel
                title={t('recentAdd')}
                all={{ sort: '-created_at' }}
                query={added}
                extra={og => formatInstant(og.created_at)}
              />
              <OgPanel
                title={t('recentUpdate')}
                all={{ sort: '-updated_at' }}
                query={updated}
                extra={og => formatInstant(og.updated_at)}
              />
            </div>
          ) : (
            <div className={css.awaited} />
          )}
        </>
      )}
    </div>
  )
}

function isEmpty(numbers: Reply<typeof dashboardNumbers>): boolean {
  return numbers.ogs === 0 && numbers.persons === 0
}

/** For readers of an empty console. */
function NothingYet() {
  const t = useT(dashboardMessages)
  return (
    <section className={css.message}>
      <h1>{t('emptyReaderTitle')}</h1>
      <p>{t('emptyReaderText')}</p>
    </section>
  )
}

/** For roles that cannot read organisations: explains that and links to their own pages. */
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
