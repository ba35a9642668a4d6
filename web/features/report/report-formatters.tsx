import type { ReactNode } from 'react'
import type { HistoryEntry } from '#contract/history.ts'
import { type Report, reportStatuses } from '#contract/report.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { personSource } from '#web/features/person/person.ts'
import { useT } from '#web/platform/i18n.ts'
import type { FieldFormatter, FieldFormatters } from '#web/ui/formatter.ts'
import { GroupNames } from '#web/ui/picker/group-names.tsx'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import { eventSource } from './event-source.ts'
import { reportFieldMessages } from './form-messages.ts'
import { reportStatusMessages } from './status-messages.ts'

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

type Values = readonly { field: string; value: unknown }[]

/** Every value that a report's history or its comparison contains. */
export function valuesOfHistory(report: Report, entries: readonly HistoryEntry[]): Values {
  return [
    { field: 'ogs', value: report.ogs.map(ref => ref.id) },
    { field: 'persons', value: report.persons.map(ref => ref.id) },
    { field: 'events', value: report.events.map(ref => ref.id) },
    ...entries
      .flatMap(entry => entry.changes)
      .flatMap(({ field, from, to }) => [
        { field, value: from },
        { field, value: to },
      ]),
  ]
}

/** Label and formatter of each field of a report; links show the names of records that the user can read. */
export function useReportFormatters(values: Values): FieldFormatters {
  const t = useT(reportFieldMessages)
  const word = useT(reportStatusMessages)
  const { nameOf } = useVisibleUsers()
  const idsOf = (name: string) => [
    ...new Set(values.filter(each => each.field === name).flatMap(each => asList(each.value).map(Number))),
  ]
  const ogs = useChosenItems(ogSource, idsOf('ogs'))
  const persons = useChosenItems(personSource, idsOf('persons'))
  const events = useChosenItems(eventSource, idsOf('events'))
  const lines = (value: unknown, show: (each: unknown) => string) => asList(value).map(show).join('\n')
  const named = (items: ReadonlyMap<number, { label: string }> | null) => (value: unknown) =>
    lines(value, id => items?.get(Number(id))?.label ?? `#${String(id)}`)
  const users = (value: unknown): ReactNode => lines(value, id => nameOf(Number(id)))
  const groups = (value: unknown) => <GroupNames ids={value} />
  const formatter = (name: Parameters<typeof t>[0], show: FieldFormatter['show'] = String): FieldFormatter => ({
    label: t(name),
    show,
  })
  const statusOf = (value: unknown) => {
    const known = reportStatuses.find(each => each === value)
    return known ? word(known) : String(value)
  }
  return {
    title: formatter('title'),
    summary: formatter('summary'),
    labels: formatter('labels', value => lines(value, String)),
    marking: formatter('marking'),
    ogs: formatter('ogs', named(ogs)),
    persons: formatter('persons', named(persons)),
    events: formatter('events', named(events)),
    read_user: formatter('read_user', users),
    write_user: formatter('write_user', users),
    read_group: formatter('read_group', groups),
    write_group: formatter('write_group', groups),
    status: formatter('status', statusOf),
    reviewer: formatter('reviewer', value => nameOf(Number(value))),
    version: formatter('version'),
    published_version: formatter('published_version'),
    body: formatter('body'),
  }
}
