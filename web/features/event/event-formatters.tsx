import type { ReactNode } from 'react'
import { type EventField, eventLinkWords, eventSchema } from '#contract/event.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { personSource } from '#web/features/person/person.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useCustomFormatters } from '#web/record/custom-fields.tsx'
import type { FieldFormatter, FieldFormatters } from '#web/ui/formatter.ts'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { useSchemaFormatters } from '#web/ui/schema/schema-formatters.tsx'
import { EventLevelTag } from './event-level.tsx'
import { wallTime } from './event-time.ts'

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The records that values of link fields refer to. */
type LinkedIds = { ogs: readonly number[]; persons: readonly number[] }

/** Collects the ids in values of the fields `ogs` and `persons`. */
export function eventLinkedIds(values: readonly { field: string; value: unknown }[]): LinkedIds {
  const idsOf = (name: string) => [
    ...new Set(values.filter(each => each.field === name).flatMap(each => asList(each.value).map(Number))),
  ]
  return { ogs: idsOf('ogs'), persons: idsOf('persons') }
}

/** Label and formatter of each field of an event. */
export function useEventFormatters(ids: LinkedIds): Record<EventField, FieldFormatter> & FieldFormatters {
  const locale = useLocale()
  const ogs = useChosenItems(ogSource, ids.ogs)
  const persons = useChosenItems(personSource, ids.persons)
  const names = (value: unknown, items: typeof ogs) =>
    asList(value)
      .map(id => items?.get(Number(id))?.label ?? `#${String(id)}`)
      .join('\n')
  const showTime = (value: unknown): ReactNode => wallTime(String(value)) || String(value)
  const custom = useCustomFormatters('event')
  const own = useSchemaFormatters(eventSchema, {
    level: value => <EventLevelTag level={typeof value === 'number' ? value : null} />,
    start_time: showTime,
    end_time: showTime,
  })
  return {
    ...own,
    ...custom,
    ogs: { label: eventLinkWords.ogs[locale], show: value => names(value, ogs) },
    persons: { label: eventLinkWords.persons[locale], show: value => names(value, persons) },
  }
}
