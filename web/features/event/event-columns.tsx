import { useMemo } from 'react'
import type { Locale } from '#contract/error.ts'
import { type Event, eventSchema } from '#contract/event.api.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useCustomColumns } from '#web/record/custom-fields.tsx'
import { instantText, Refs, refsText } from '#web/ui/list/cells.tsx'
import type { Column } from '#web/ui/list/list-config.ts'
import { accessColumn, instantColumn, ownerColumn } from '#web/ui/list/record-columns.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import { schemaColumns } from '#web/ui/schema/columns.tsx'
import { EventName, StatusText } from './event-cells.tsx'
import { EventLevelTag } from './event-level.tsx'
import { wallTime } from './event-time.ts'
import { eventLevelMessages, eventStatusMessages } from './level-messages.ts'
import { eventListMessages } from './messages.ts'

type TranslateFn = Translate<(typeof eventListMessages)['zh-CN']>

const time = (text: string | null) => text !== null && <span className="quiet">{wallTime(text)}</span>

/** All columns of events; their ids are the fields of an export. */
function eventColumns(
  t: TranslateFn,
  locale: Locale,
  isTrash: boolean,
  region: (code: string) => string,
): Column<Event>[] {
  return [
    {
      id: 'title',
      title: eventSchema.title.label[locale],
      cell: event => <EventName event={event} isTrash={isTrash} />,
      text: event => event.title,
      markWidth: 60,
      width: 300,
      minWidth: 180,
      sort: 'title',
      isPinned: true,
      isAlwaysShown: true,
      grows: true,
    },
    {
      id: 'start_time',
      title: eventSchema.start_time.label[locale],
      cell: event => time(event.start_time),
      text: event => event.start_time,
      widest: [instantText],
      width: 140,
      sort: 'start_time',
      sortsDownFirst: true,
    },
    {
      id: 'end_time',
      title: eventSchema.end_time.label[locale],
      cell: event => time(event.end_time),
      text: event => event.end_time,
      widest: [instantText],
      width: 140,
      defaultHidden: true,
    },
    {
      id: 'level',
      title: eventSchema.level.label[locale],
      cell: event => <EventLevelTag level={event.level} />,
      widest: Object.values(eventLevelMessages[locale]),
      markWidth: 22,
      width: 104,
      sort: 'level',
      sortsDownFirst: true,
    },
    {
      id: 'status',
      title: eventSchema.status.label[locale],
      cell: event => <StatusText status={event.status} />,
      widest: Object.values(eventStatusMessages[locale]),
      width: 96,
    },
    {
      id: 'category',
      title: eventSchema.category.label[locale],
      cell: event => event.category,
      text: event => event.category,
      width: 160,
    },
    {
      id: 'ogs',
      title: t('og'),
      cell: event => <Refs refs={event.ogs} to="og_detail" />,
      text: event => refsText(event.ogs),
      width: 200,
    },
    {
      id: 'persons',
      title: t('person'),
      cell: event => <Refs refs={event.persons} to="person_detail" />,
      text: event => refsText(event.persons),
      width: 160,
    },
    {
      id: 'region',
      title: eventSchema.region.label[locale],
      cell: event => event.region && region(event.region),
      text: event => event.region && region(event.region),
      width: 160,
    },
    accessColumn(t('access')),
    ownerColumn(t('owner')),
    ...schemaColumns<Event>(eventSchema, locale),
    instantColumn('updated_at', t('updatedAt'), true),
    instantColumn('created_at', t('createdAt'), true),
  ]
}

/** The columns in the chosen language. */
export function useEventColumns(isTrash: boolean): Column<Event>[] {
  const t = useT(eventListMessages)
  const locale = useLocale()
  const region = useRegionName()
  const custom = useCustomColumns<Event>('event')
  // The names of regions load after the page; a sample shows whether they are there.
  const sample = region('CN')
  // biome-ignore lint/correctness/useExhaustiveDependencies: region names change with the language and when they load.
  return useMemo(() => [...eventColumns(t, locale, isTrash, region), ...custom], [t, locale, isTrash, sample, custom])
}
