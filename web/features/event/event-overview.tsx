import type { Event, EventField } from '#contract/event.ts'
import type { History } from '#contract/history.ts'
import { Attachments } from '#web/features/attachment/attachment.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { AccessLines } from '#web/ui/form/access-lines.tsx'
import { reachOf } from '#web/ui/form/access-reach.ts'
import { HistoryView } from '#web/ui/history/history-view.tsx'
import type { FieldLook } from '#web/ui/record/look.ts'
import { RecordSection } from '#web/ui/record/record-page.tsx'
import { RecordPart } from '#web/ui/record/record-part.tsx'
import css from './event-page.module.css'
import { eventPageMessages } from './page-messages.ts'

type Asked = Parameters<typeof HistoryView>[0]['asked']
type Props = { event: Event; looks: Record<EventField, FieldLook>; history: Asked }

const latestAtMost = 3

/** Description, who took part, latest changes, and who has access. */
export function EventOverview({ event, looks, history }: Props) {
  const t = useT(eventPageMessages)
  const isAlone = event.ogs.length === 0 && event.persons.length === 0
  return (
    <>
      <RecordSection title={t('desc')}>
        {event.desc ? <p className={css.desc}>{event.desc}</p> : <p className={css.none}>{t('noDesc')}</p>}
      </RecordSection>
      {isAlone && (
        <RecordSection title={`${t('ogs')} · ${t('persons')}`}>
          <p className={css.none}>{t('noLinks')}</p>
        </RecordSection>
      )}
      <Linked title={t('ogs')} to="og_detail" refs={event.ogs} />
      <Linked title={t('persons')} to="person_detail" refs={event.persons} />
      <RecordSection title={t('attachments')}>
        <RecordPart name="attachments">
          <Attachments noun="event" recordId={event.id} mayAdd={event.can.includes('update')} />
        </RecordPart>
      </RecordSection>
      <RecordSection
        title={t('latest')}
        more={
          <PageLink to="event_detail" params={{ id: event.id }} search={{ tab: 'history' }}>
            {t('allChanges')}
          </PageLink>
        }
      >
        <HistoryView asked={latestOf(history)} looks={looks} />
      </RecordSection>
      <RecordSection title={t('access')}>
        <ul className={css.access}>
          <AccessLines reach={reachOf(event)} />
        </ul>
      </RecordSection>
    </>
  )
}

type LinkedProps = { title: string; to: 'og_detail' | 'person_detail'; refs: Event['ogs'] }

function Linked({ title, to, refs }: LinkedProps) {
  if (refs.length === 0) return null
  return (
    <RecordSection title={title}>
      <ul className={css.linked}>
        {refs.map(({ id, name }) => (
          <li key={id}>
            <PageLink to={to} params={{ id }}>
              <Avatar name={name} src={null} size={20} />
              <span>{name}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

/** The newest few; the way to the others is the tab. */
function latestOf(history: Asked): Asked {
  const items: History[] | undefined = history.data?.pages[0]?.items.slice(0, latestAtMost)
  return { ...history, data: items && { pages: [{ items }] }, hasNextPage: false }
}
