import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { uploadKinds, uploadStatuses } from '#contract/upload-state.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { personSource } from '#web/features/person/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import type { FilterConfig, FilterOption } from '#web/ui/list/list-config.ts'
import { recordFilter } from '#web/ui/list/record-filter.ts'
import { kindMessages, statusMessages } from './looks-messages.ts'
import { listMessages } from './messages.ts'

const ogFilter = recordFilter(ogSource)
const personFilter = recordFilter(personSource)

/** Filters of uploads; their ids are the names in the API. Uploaders have few. */
export function useUploadFilters(isEditor: boolean): FilterConfig[] {
  const t = useT(listMessages)
  const status = useT(statusMessages)
  const kind = useT(kindMessages)
  const { data: users } = useQuery({
    ...endpointQuery(visibleUsers, {}),
    enabled: isEditor,
    staleTime: 60_000,
  })
  return useMemo<FilterConfig[]>(() => {
    const owners: FilterOption[] = (users ?? []).map(({ id, name, username }) => ({
      value: String(id),
      label: name || username,
    }))
    const common: FilterConfig[] = [
      {
        id: 'status',
        label: t('status'),
        kind: 'options',
        options: uploadStatuses.map(value => ({ value, label: status(value) })),
      },
      {
        id: 'kind',
        label: t('kind'),
        kind: 'options',
        options: uploadKinds.map(value => ({ value, label: kind(value) })),
      },
    ]
    if (!isEditor) return common
    return [
      ...common,
      { id: 'has_hits', label: t('hasHits'), kind: 'switch' },
      { id: 'og', label: t('og'), ...ogFilter },
      { id: 'person', label: t('person'), ...personFilter, isRare: true },
      { id: 'owner', label: t('owner'), kind: 'options', options: owners, isPending: !users, isRare: true },
      { id: 'restricted', label: t('restricted'), kind: 'switch', isRare: true },
      { id: 'trash', label: t('trash'), kind: 'switch', isRare: true },
    ]
  }, [t, status, kind, users, isEditor])
}
