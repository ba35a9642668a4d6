import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { visibleUsers } from '#contract/user.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { useCustomFilters } from '#web/record/custom-fields.tsx'
import type { FilterConfig, FilterOption, PickerFilter } from '#web/ui/list/list-config.ts'
import { recordFilter } from '#web/ui/list/record-filter.ts'
import { useRegionGroups } from '#web/ui/list/region-filter.ts'
import { personListMessages } from './messages.ts'
import { personLabels } from './person-calls.ts'

const ogFilter = recordFilter(ogSource)

const labelFilter: Pick<PickerFilter, 'kind' | 'find' | 'name'> = {
  kind: 'picker',
  find: async (keyword, signal) =>
    (await personLabels.find(keyword, signal)).map(({ value, count }) => ({ value, label: value, count })),
  name: async values => values.map(value => ({ value, label: value })),
}

/** Filters of persons; their ids are the names in the API. */
export function usePersonFilters({ isManaging, hasTrash }: { isManaging: boolean; hasTrash: boolean }): FilterConfig[] {
  const t = useT(personListMessages)
  const groups = useRegionGroups()
  const custom = useCustomFilters('person')
  const { data: users } = useQuery({ ...endpointQuery(visibleUsers, {}), staleTime: 60_000 })
  return useMemo<FilterConfig[]>(() => {
    const owners: FilterOption[] = (users ?? []).map(({ id, name, username }) => ({
      value: String(id),
      label: name || username,
    }))
    const managing: FilterConfig[] = [
      { id: 'is_focus', label: t('focusPerson'), kind: 'switch' },
      { id: 'has_og_names', label: t('hasOgNames'), kind: 'switch', isRare: true },
    ]
    return [
      { id: 'og', label: t('og'), ...ogFilter },
      { id: 'region', label: t('region'), kind: 'tree', groups },
      { id: 'label', label: t('labels'), ...labelFilter },
      { id: 'score', label: t('score'), kind: 'range', min: 0, max: 100, isRare: true },
      { id: 'owner', label: t('owner'), kind: 'options', options: owners, isPending: !users, isRare: true },
      ...custom,
      { id: 'restricted', label: t('restricted'), kind: 'switch', isRare: true },
      ...(isManaging ? managing : []),
      ...(hasTrash ? [{ id: 'trash', label: t('trash'), kind: 'switch', isRare: true } as const] : []),
    ]
  }, [t, groups, users, isManaging, hasTrash, custom])
}
