import { ogSchema } from '#contract/og.api.ts'
import type { Judgement } from '#contract/overview.api.ts'
import { personSchema } from '#contract/person.api.ts'
import { EventLevelMark } from '#web/features/event/event.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { RecordSection } from '#web/record/record-page.tsx'
import { DangerLevelTag, isDangerLevel } from '#web/ui/danger-level.tsx'
import { useSchemaFormatters } from '#web/ui/schema/schema-formatters.tsx'
import { overviewMessages } from './messages.ts'
import css from './overview.module.css'
import { Item, type SectionProps, TabLink } from './overview-section.tsx'

const asLevel = (value: unknown) => (isDangerLevel(value) ? <DangerLevelTag level={value} /> : String(value))

const titles = { og: 'reasonsOfLevel', person: 'reasonsOfFocus' } as const

/** Reasons for the present danger level or focus, from history and events; nothing is shown without any. */
export function OverviewReasons({ noun, id, overview: { reasons, since } }: SectionProps) {
  const t = useT(overviewMessages)
  const { judged, events } = reasons
  if (judged.length === 0 && events.length === 0) return null
  return (
    <RecordSection
      title={t(titles[noun])}
      more={
        judged.length > 0 && (
          <TabLink of={{ noun, id }} tab="history">
            {t('seeHistory')}
          </TabLink>
        )
      }
    >
      <ul>
        {judged.map(one => (
          <Item key={`${one.at} ${one.field}`} at={one.at} since={since}>
            <span className={css.date}>{formatInstant(one.at).slice(0, 10)}</span>
            <Judged one={one} />
            <span className={css.when}>{one.username ?? t('system')}</span>
          </Item>
        ))}
        {events.map(event => (
          <li key={event.id} className={css.item}>
            <span className={css.date}>{event.start_time?.slice(0, 10) ?? ''}</span>
            <EventLevelMark level={event.level} />
            <PageLink to="event_detail" params={{ id: event.id }} className="lines grow">
              {event.title}
            </PageLink>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

function Judged({ one: { field, from, to } }: { one: Judgement }) {
  const og = useSchemaFormatters(ogSchema, { danger_level: asLevel })
  const person = useSchemaFormatters(personSchema)
  const formatter = { ...og, ...person }[field as keyof typeof og & keyof typeof person]
  const shown = (value: unknown) =>
    value === null || value === undefined ? null : (formatter?.show(value) ?? String(value))
  return (
    <span className="row wrap grow gap-3">
      <span>{formatter?.label ?? field}</span>
      {shown(from) !== null && (
        <>
          <span className="quiet">{shown(from)}</span>
          <span aria-hidden>→</span>
        </>
      )}
      <span>{shown(to)}</span>
    </span>
  )
}
