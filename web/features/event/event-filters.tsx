import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { eventStatuses } from '#contract/event.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { personSource } from '#web/features/person/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { useCustomFilters } from '#web/record/custom-fields.tsx'
import type { FilterConfig, FilterOption } from '#web/ui/list/list-config.ts'
import { recordFilter } from '#web/ui/list/record-filter.ts'
import { useRegionGroups } from '#web/ui/list/region-filter.ts'
import { useEventFacets } from './event-calls.ts'
import { useLevelOptions } from './event-level.tsx'
import { eventStatusMessages } from './level-messages.ts'
import { eventListMessages } from './messages.ts'

const ogFilter = recordFilter(ogSource)
const personFilter = recordFilter(personSource)

/** `hasPeriod`: the view has no time window; `hasTrash`: it can show deleted events. */
type FilterFlags = { hasPeriod: boolean; hasTrash: boolean }

/** Filters of events, shared by all views; their ids are the names in the API. */
export function useEventFilters({ hasPeriod, hasTrash }: FilterFlags): FilterConfig[] {
  const t = useT(eventListMessages)
  const status = useT(eventStatusMessages)
  const groups = useRegionGroups()
  const custom = useCustomFilters('event')
  const levels = useLevelOptions()
  const { data: facets } = useEventFacets()
  const { data: users } = useQuery({ ...endpointQuery(visibleUsers, {}), staleTime: 60_000 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: levels depend only on the language.
  return useMemo<FilterConfig[]>(() => {
    const owners: FilterOption[] = (users ?? []).map(({ id, name, username }) => ({
      value: String(id),
      label: name || username,
    }))
    const statuses = eventStatuses.map(value => ({ value, label: status(value) }))
    const used = (items: { value: string; count: number }[] | undefined) =>
      (items ?? []).map(({ value, count }) => ({ value, label: value, count }))
    return [
      {
        id: 'category',
        label: t('category'),
        kind: 'options',
        options: used(facets?.categories),
        isPending: !facets,
      },
      { id: 'level', label: t('level'), kind: 'options', options: levels },
      { id: 'status', label: t('status'), kind: 'options', options: statuses },
      { id: 'og', label: t('og'), ...ogFilter },
      { id: 'person', label: t('person'), ...personFilter, isRare: true },
      ...(hasPeriod ? [{ id: 'period', label: t('period'), kind: 'period', names: ['from', 'to'] } as const] : []),
      { id: 'region', label: t('region'), kind: 'tree', groups, isRare: true },
      {
        id: 'label',
        label: t('label'),
        kind: 'options',
        options: used(facets?.labels),
        isPending: !facets,
        isRare: true,
      },
      { id: 'owner', label: t('owner'), kind: 'options', options: owners, isPending: !users, isRare: true },
      ...custom,
      { id: 'assessed', label: t('assessed'), kind: 'switch', isRare: true },
      { id: 'restricted', label: t('restricted'), kind: 'switch', isRare: true },
      ...(hasTrash ? [{ id: 'trash', label: t('trash'), kind: 'switch', isRare: true } as const] : []),
    ]
  }, [t, status, groups, facets, users, hasPeriod, hasTrash, custom])
}
