import type { ReactNode } from 'react'
import { type EventField, type EventStatus, eventFields, eventStatuses } from '#contract/event.ts'
import { ogSource } from '#web/features/og/og.ts'
import { personSource } from '#web/features/person/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { useVisibleUsers } from '#web/ui/picker/user-picker.tsx'
import type { FieldLook } from '#web/ui/record/look.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { EventLevelTag } from './event-level.tsx'
import { wallTime } from './event-time.ts'
import { eventFieldMessages } from './form-messages.ts'
import { eventStatusMessages } from './level-messages.ts'

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isStatus = (value: unknown): value is EventStatus => eventStatuses.some(status => status === value)

/** The records that values of links speak of. */
export type LinkedIds = { ogs: readonly number[]; persons: readonly number[] }

/** Ids found in values of the fields `ogs` and `persons`. */
export function linkedIds(values: readonly { field: string; value: unknown }[]): LinkedIds {
  const idsOf = (name: string) => [
    ...new Set(values.filter(each => each.field === name).flatMap(each => asList(each.value).map(Number))),
  ]
  return { ogs: idsOf('ogs'), persons: idsOf('persons') }
}

/** How each field of an event is called and shown. */
export function useEventLooks(ids: LinkedIds): Record<EventField, FieldLook> {
  const t = useT(eventFieldMessages)
  const status = useT(eventStatusMessages)
  const regionName = useRegionName()
  const { nameOf } = useVisibleUsers()
  const ogs = useChosenItems(ogSource, ids.ogs)
  const persons = useChosenItems(personSource, ids.persons)
  const lines = (value: unknown, show: (each: unknown) => string) => asList(value).map(show).join('\n')
  const showUsers = (value: unknown): ReactNode => lines(value, id => nameOf(Number(id)))
  const showTime = (value: unknown): ReactNode => wallTime(String(value)) || String(value)
  const shows: Partial<Record<EventField, (value: unknown) => ReactNode>> = {
    level: value => <EventLevelTag level={Number(value)} />,
    status: value => (isStatus(value) ? status(value) : String(value)),
    start_time: showTime,
    end_time: showTime,
    region: value => regionName(String(value)),
    labels: value => lines(value, String),
    ogs: value => lines(value, id => ogs?.get(Number(id))?.label ?? `#${String(id)}`),
    persons: value => lines(value, id => persons?.get(Number(id))?.label ?? `#${String(id)}`),
    read_user: showUsers,
    write_user: showUsers,
  }
  const looks = eventFields.map(field => [field, { label: t(field), show: shows[field] ?? String }])
  return Object.fromEntries(looks) as Record<EventField, FieldLook>
}
