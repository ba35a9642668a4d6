import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { Plus } from 'lucide-react'
import { calendarEvents } from '#contract/event-view.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink, type Search } from '#web/platform/page.tsx'
import { errorText, queryAddress } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { timeText } from '../event-time.ts'
import css from './calendar.module.css'
import { type IsoDay, viewQuery } from './calendar-days.ts'
import { calendarMessages } from './calendar-messages.ts'
import { EventChip } from './calendar-parts.tsx'

type Props = {
  day: IsoDay
  filter: Search
  onCreate: ((start: string) => void) | undefined
  onClose: () => void
}

const eventsAtMost = 200

/** All events of one day. */
export function CalendarDay({ day, filter, onCreate, onClose }: Props) {
  const t = useT(calendarMessages)
  const locale = useLocale()
  const query = { ...viewQuery(filter, day, day), limit: String(eventsAtMost) }
  const { data, error } = useQuery(queryAddress(calendarEvents, query))
  const title = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      closable={{ 'aria-label': t('close') }}
      footer={
        onCreate && (
          <Button
            type="primary"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => {
              onClose()
              onCreate(day)
            }}
          >
            {t('new')}
          </Button>
        )
      }
    >
      {error && <Failure>{errorText(error)}</Failure>}
      {!data && !error && <Skeleton active title={false} />}
      {data?.items.length === 0 && <p className={css.none}>{t('dayEmpty')}</p>}
      {data?.is_cut && (
        <p className="below-3 quiet">
          {t('dayCut', { shown: data.items.length, count: data.total })}{' '}
          <PageLink to="event" search={{ ...filter, from: day, to: day }}>
            {t('allOfDay')}
          </PageLink>
        </p>
      )}
      <ul className={css.dayList}>
        {data?.items.map(event => (
          <li key={event.id}>
            <EventChip event={event} />
            <span className={css.agendaTime}>
              {[timeText(event), ...[...event.ogs, ...event.persons].map(ref => ref.name)].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
