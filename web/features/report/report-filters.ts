import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { reportStatuses } from '#contract/report.api.ts'
import { visibleUsers } from '#contract/user.api.ts'

import { ogSource } from '#web/features/og/og.ts'
import { personSource } from '#web/features/person/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import type { FilterConfig } from '#web/ui/list/list-config.ts'
import { recordFilter } from '#web/ui/list/record-filter.ts'
import { eventSource } from './event-source.ts'
import { reportListMessages } from './messages.ts'
import { useReportFacets } from './report-calls.ts'
import { reportStatusMessages } from './status-messages.ts'

const ogFilter = recordFilter(ogSource)
const personFilter = recordFilter(personSource)
const eventFilter = recordFilter(eventSource)

/** Filters of reports; their ids are the names in the API. */
export function useReportFilters(mayWrite: boolean): FilterConfig[] {
  const t = useT(reportListMessages)
  const status = useT(reportStatusMessages)
  const { data: facets } = useReportFacets()
  const { data: users } = useQuery({ ...endpointQuery(visibleUsers, {}), staleTime: 60_000 })
  return useMemo<FilterConfig[]>(() => {
    const statuses = reportStatuses.map(value => ({ value, label: status(value) }))
    const owners = (users ?? []).map(({ id, name, username }) => ({ value: String(id), label: name || username }))
    const labels = (facets?.labels ?? []).map(({ value, count }) => ({ value, label: value, count }))
    return [
      ...(mayWrite ? [{ id: 'status', label: t('status'), kind: 'options', options: statuses } as const] : []),
      { id: 'label', label: t('labels'), kind: 'options', options: labels, isPending: !facets },
      { id: 'og', label: t('og'), ...ogFilter },
      { id: 'person', label: t('person'), ...personFilter, isRare: true },
      { id: 'event', label: t('event'), ...eventFilter, isRare: true },
      { id: 'owner', label: t('owner'), kind: 'options', options: owners, isPending: !users, isRare: true },
      ...(mayWrite
        ? [
            { id: 'restricted', label: t('restricted'), kind: 'switch', isRare: true } as const,
            { id: 'trash', label: t('trash'), kind: 'switch', isRare: true } as const,
          ]
        : []),
    ]
  }, [t, status, facets, users, mayWrite])
}
