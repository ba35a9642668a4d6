import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listKinds, listLists } from '#contract/list.api.ts'
import { partyEntities } from '#contract/registry.ts'
import { listScreenings, type Screening, type ScreeningState, screeningStates } from '#contract/screening.api.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, type Search, usePage } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import type { Column, FilterConfig, ListConfig } from '#web/ui/list/list-config.ts'
import { screeningMessages } from './messages.ts'

export const tabOf = (search: Search): ScreeningState =>
  screeningStates.find(each => each === one(search.tab)) ?? 'open'

const noCell = () => null
/** Only for the sort orders: the queue is not a table. */
const orders: Column<Screening>[] = ['score', 'found_at', 'updated_at'].map(sort => ({
  id: sort,
  title: sort,
  cell: noCell,
  width: 1,
  sort,
}))

function useFilters(): FilterConfig[] {
  const t = useT(screeningMessages)
  const { isActive } = usePage()
  const { data, isPending } = useQuery({ ...endpointQuery(listLists, {}), enabled: isActive })
  return useMemo<FilterConfig[]>(
    () => [
      {
        id: 'list_id',
        label: t('list'),
        kind: 'options',
        options: (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        isPending,
      },
      {
        id: 'list_kind',
        label: t('listKind'),
        kind: 'options',
        options: listKinds.map(value => ({ value, label: t(`kind_${value}`) })),
      },
      {
        id: 'noun',
        label: t('kind'),
        kind: 'options',
        options: partyEntities.map(value => ({ value, label: t(value) })),
      },
      { id: 'reopened', label: t('isReopened'), kind: 'switch' },
      { id: 'record_id', label: t('recordId'), kind: 'text', isRare: true },
    ],
    [t, data, isPending],
  )
}

/** The queue as its address describes it. */
export function useQueueConfig(): ListConfig<Screening> & { tab: ScreeningState } {
  const t = useT(screeningMessages)
  const { search } = usePage()
  const tab = tabOf(search)
  const filters = useFilters()
  return useMemo(
    () => ({
      tab,
      name: 'screening',
      noun: 'screening',
      title: t('title'),
      endpoint: listScreenings,
      // Hits whose entry was removed from its list need no decision.
      fixed: { state: tab, fold: true, ...(tab === 'open' && { gone: false }) },
      columns: orders,
      filters,
      defaultSort: tab === 'open' || tab === 'proposed' ? '-score' : '-updated_at',
      searchHint: t('search'),
      rowId: ({ id }: Screening) => id,
      rowName: nameOf,
      empty: { title: t('emptyTitle'), text: '' },
    }),
    [t, tab, filters],
  )
}

export const nameOf = ({ record, caption }: Pick<Screening, 'record' | 'caption'>) =>
  `${displayName(record)} – ${caption}`
