import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown, type MenuProps } from 'antd'
import { CalendarSync, CircleCheck, Ellipsis, FileDown, FilePen, FolderTree, Gauge, Plus, Upload } from 'lucide-react'
import { lazy, useCallback, useMemo, useState } from 'react'
import { type Event, listEvents, type NewEvent } from '#contract/event.api.ts'
import { icalEvents } from '#contract/event-view.api.ts'
import { editors } from '#contract/role.ts'
import { download, saveFile } from '#web/platform/api.ts'
import { formatDay, now } from '#web/platform/clock.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { one, type Search, useGo, usePage } from '#web/platform/page.tsx'
import { endpointQuery, showError } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { emptyTrash, labelActs, recordBulkActs } from '#web/record/bulk-acts.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { EditButton } from '#web/ui/list/cells.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { BulkAct, Column, FilterConfig, ListConfig } from '#web/ui/list/list-config.ts'
import { anyValue, filterNames, filterOf, readState, shapeOf } from '#web/ui/list/list-state.ts'
import { eventCalls, eventLabels } from './event-calls.ts'
import { EventCard } from './event-cells.tsx'
import { useEventColumns } from './event-columns.tsx'
import { useEventFilters } from './event-filters.tsx'
import { EventViews } from './event-views.tsx'
import { eventListMessages } from './messages.ts'
import { shownViewOf, ViewSwitch } from './view-switch.tsx'

type TranslateFn = Translate<(typeof eventListMessages)['zh-CN']>

const forms = () => import('./bulk-forms.tsx')

/** Bulk actions on events; in the trash only restoring. */
const eventBulkActs = (t: TranslateFn, isTrash: boolean): BulkAct[] =>
  recordBulkActs({
    noun: 'event',
    calls: eventCalls,
    words: eventListMessages,
    isTrash,
    own: [
      {
        id: 'status',
        label: t('setStatus'),
        short: t('status'),
        icon: CircleCheck,
        form: async () => (await forms()).StatusForm,
        done: count => t('statusDone', { count }),
      },
      {
        id: 'category',
        label: t('setCategory'),
        short: t('category'),
        icon: FolderTree,
        form: async () => (await forms()).CategoryForm,
        done: count => t('categoryDone', { count }),
      },
      {
        id: 'level',
        label: t('setLevel'),
        short: t('level'),
        icon: Gauge,
        form: async () => (await forms()).LevelForm,
        done: count => t('levelDone', { count }),
      },
      ...labelActs(eventListMessages, eventLabels),
    ],
  })

const EventForm = lazy(() => import('./form/event-form.tsx'))
const EventImport = lazy(() => import('./event-import.tsx'))
const FeedDialog = lazy(() => import('./feed/feed-dialog.tsx'))

type Preset = Partial<Pick<NewEvent, 'start_time'>>
type OpenDialog = { kind: 'form'; event?: Event; preset?: Preset } | { kind: 'import' } | { kind: 'feed' } | null

/**
 * `/event`: one set of filters above a list, a calendar, a timeline and a map; users with permission manage events
 * here.
 */
export default function EventListPage() {
  const t = useT(eventListMessages)
  const go = useGo()
  const role = useRole()
  const { search, setSearch } = usePage()
  const mayEdit = role !== null && editors.some(editor => editor === role)
  const shown = shownViewOf(search)
  const isTrash = shown === 'list' && one(search.trash) === 'true'
  const [opened, setOpened] = useState<OpenDialog>(null)
  const hasPeriod = shown === 'list' || shown === 'map'
  const filters = useEventFilters({ hasPeriod, hasTrash: shown === 'list' && mayEdit })
  const facts = useEventColumns(isTrash)
  const preset = useAroundToday(shown === 'list', filters)
  const isFromToday = preset !== undefined && search.from === undefined
  const columns = useMemo(() => {
    const acts: Column<Event> = {
      id: 'acts',
      title: t('acts'),
      cell: event =>
        event.can.includes('update') && (
          <EditButton name={event.title} onEdit={() => setOpened({ kind: 'form', event })} />
        ),
      width: 44,
      isActs: true,
      fields: [],
    }
    return isTrash || !mayEdit ? facts : [...facts, acts]
  }, [t, facts, isTrash, mayEdit])
  const create = useCallback((day?: string) => {
    setOpened({ kind: 'form', ...(day && { preset: { start_time: day } }) })
  }, [])
  const config = useMemo<ListConfig<Event>>(() => {
    const bring = (
      <Button icon={<Upload size={16} aria-hidden />} onClick={() => setOpened({ kind: 'import' })}>
        {t('import')}
      </Button>
    )
    return {
      name: 'event',
      noun: 'event',
      title: t('title'),
      endpoint: listEvents,
      columns,
      filters,
      defaultSort: isFromToday ? 'start_time' : '-start_time',
      ...(preset && { preset }),
      searchHint: t('search'),
      rowId: event => event.id,
      rowName: event => event.title,
      ...(!isTrash && {
        open: (event: Event) => go('event_detail', { params: { id: event.id } }),
        edit: (event: Event) => event.can.includes('update') && setOpened({ kind: 'form', event }),
        card: (event: Event) => <EventCard event={event} />,
      }),
      ...(mayEdit && { bulkActs: eventBulkActs(t, isTrash) }),
      hasViews: true,
      canExport: shown === 'list',
      actions: (
        <>
          {/* The outermost of a row that ends at the right: it moves nothing when its number arrives. */}
          {preset && <DraftsButton />}
          <ViewSwitch />
          {mayEdit && shown === 'list' && bring}
          <CalendarMenu onSubscribe={() => setOpened({ kind: 'feed' })} />
        </>
      ),
      ...(mayEdit && {
        primary: (
          <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => create()}>
            {t('add')}
          </Button>
        ),
      }),
      sideFilter: 'trash',
      empty: isTrash
        ? emptyTrash(eventListMessages)
        : isFromToday
          ? {
              title: t('emptyAroundTitle'),
              text: t('emptyAroundText'),
              actions: <Button onClick={() => setSearch(withoutPreset)}>{t('showAllEvents')}</Button>,
            }
          : {
              title: t('emptyTitle'),
              text: t(mayEdit ? 'emptyText' : 'emptyReadText'),
              ...(mayEdit && { actions: bring }),
            },
    }
  }, [t, go, columns, filters, isTrash, mayEdit, shown, create, preset, isFromToday, setSearch])
  const close = () => setOpened(null)
  return (
    <>
      {shown === 'list' ? (
        <List config={config} />
      ) : (
        <EventViews config={config} shown={shown} onCreate={mayEdit ? create : undefined} />
      )}
      <LazyDialog>
        {opened?.kind === 'form' && <EventForm event={opened.event} preset={opened.preset} onClose={close} />}
        {opened?.kind === 'import' && <EventImport onClose={close} />}
        {opened?.kind === 'feed' && <FeedDialog filters={filters} onClose={close} />}
      </LazyDialog>
    </>
  )
}

const shownPastDays = 7
const withoutPreset = (before: Search): Search => ({ ...before, from: anyValue, assessed: anyValue })

/**
 * Without filters, the list begins a week ago and leaves out drafts without a level. Any filter or keyword searches all
 * events.
 */
function useAroundToday(isList: boolean, filters: readonly FilterConfig[]): Search | undefined {
  const { search } = usePage()
  const from = formatDay(new Date(now().getTime() - shownPastDays * 24 * 60 * 60 * 1000))
  const names = [...filters.flatMap(filterNames), 'keyword']
  const view = one(search.view)
  const isPlain =
    (view === undefined || view === 'all') &&
    names.every(name => search[name] === undefined || search[name] === anyValue)
  return useMemo(() => (isList && isPlain ? { from, assessed: 'true' } : undefined), [isList, isPlain, from])
}

/** The number of drafts that the list leaves out, as a button that shows them. */
function DraftsButton() {
  const t = useT(eventListMessages)
  const go = useGo()
  const { data } = useQuery(endpointQuery(listEvents, { query: { assessed: false, pageSize: 1 } }))
  if (!data?.total) return null
  return (
    <Button
      icon={<FilePen size={16} aria-hidden />}
      onClick={() => go('event', { search: { level: 'none', status: 'draft' } })}
    >
      {t('drafts', { count: data.total })}
    </Button>
  )
}

/** Export to calendar programs: the present filter as a file, or as a feed with a private address. */
function CalendarMenu({ onSubscribe }: { onSubscribe: () => void }) {
  const t = useT(eventListMessages)
  const { search } = usePage()
  const filters = useEventFilters({ hasPeriod: true, hasTrash: false })
  async function save() {
    const query = filterOf(readState(search, shapeOf({ filters, columns: [], defaultSort: '' })))
    try {
      await saveFile(await download(icalEvents, { query }))
    } catch (error) {
      showError(error)
    }
  }
  const items: MenuProps['items'] = [
    { key: 'feed', icon: <CalendarSync size={14} aria-hidden />, label: t('subscribe'), onClick: onSubscribe },
    { key: 'ics', icon: <FileDown size={14} aria-hidden />, label: t('download'), onClick: () => void save() },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button icon={<Ellipsis size={16} aria-hidden />} aria-label={t('more')} aria-haspopup="menu" />
    </Dropdown>
  )
}
