import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink } from '#web/platform/page.tsx'
import { EventLevelTag } from '../event-level.tsx'
import { timeText } from '../event-time.ts'
import { laneNameOf } from './lane-name.ts'
import css from './timeline.module.css'
import { momentText, type Timeline } from './timeline-layout.ts'
import { timelineMessages } from './timeline-messages.ts'

/** The data of the chart as a table, for users who cannot see it. */
export function TimelineTable({ timeline, isFine }: { timeline: Timeline; isFine: boolean }) {
  const t = useT(timelineMessages)
  const locale = useLocale()
  const hasLanes = timeline.lanes.length > 1
  const laneName = (index: number) => laneNameOf(timeline.lanes[index]) ?? t('rest')
  return (
    <details className={css.table}>
      <summary>{t('table')}</summary>
      {timeline.spans.length > 0 && (
        <table className="table above-3">
          <caption>{t('counts')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              {hasLanes && <th scope="col">{t('lane')}</th>}
              <th scope="col" className={css.number}>
                {t('count')}
              </th>
            </tr>
          </thead>
          <tbody>
            {timeline.spans.map(({ lane, from, to, count }) => (
              <tr key={`${lane}-${from}`}>
                <td>
                  {momentText(new Date(from), isFine)} – {momentText(new Date(to), isFine)}
                </td>
                {hasLanes && <td>{laneName(lane)}</td>}
                <td className={css.number}>{count.toLocaleString(locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {timeline.items.length > 0 && (
        <table className="table above-3">
          {timeline.spans.length > 0 && <caption>{t('gravest')}</caption>}
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              <th scope="col">{t('title')}</th>
              <th scope="col">{t('level')}</th>
              {hasLanes && <th scope="col">{t('lane')}</th>}
            </tr>
          </thead>
          <tbody>
            {timeline.items.map(({ lane, event }) => (
              <tr key={`${lane}-${event.id}`}>
                <td>{timeText(event)}</td>
                <td>
                  <PageLink to="event_detail" params={{ id: event.id }}>
                    {event.title}
                  </PageLink>
                </td>
                <td>
                  <EventLevelTag level={event.level} />
                </td>
                {hasLanes && <td>{laneName(lane)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  )
}
