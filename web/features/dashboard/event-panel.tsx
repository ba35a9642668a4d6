import type { EventSummary } from '#contract/event-view.api.ts'
import { EventLevelMark, judgedLevel, timeText } from '#web/features/event/event.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, type SearchInput } from '#web/platform/page.tsx'
import css from './dashboard.module.css'
import { dashboardMessages } from './messages.ts'
import { Panel, type PanelQuery } from './panel.tsx'

type Props = { title: string; all: SearchInput; asked: PanelQuery<readonly EventSummary[]> }

const shownAtMost = 8

/** Events of the coming or the past weeks, nearest first. */
export function EventPanel({ title, all, asked }: Props) {
  const t = useT(dashboardMessages)
  return (
    <Panel
      title={title}
      asked={asked}
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
              <EventLevelMark level={judgedLevel(event)} />
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
