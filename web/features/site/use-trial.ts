import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SiteFilter } from '#contract/site.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { filterMessages } from './filter-messages.ts'
import { tryFilter } from './site-calls.ts'

const settleMs = 400

/** Tries a filter while it is edited. `isOfPresent` is true when the reply belongs to the present filter. */
export function useTrial(ogId: number, filter: SiteFilter, versionId: number | undefined) {
  const t = useT(filterMessages)
  const asked = JSON.stringify(filter)
  const settled = useDebounced(asked, settleMs)
  const query = useQuery({
    queryKey: ['og', 'filter-trial', ogId, settled, versionId] as const,
    queryFn: ({ signal }) => tryFilter(ogId, JSON.parse(settled) as SiteFilter, versionId, signal),
    placeholderData: keepPreviousData,
  })
  const errors = query.error instanceof ApiError ? query.error.errors : []
  const faults: Partial<Record<keyof SiteFilter, string>> = {}
  for (const { path, message } of errors) {
    // `filter.exclude.2`, or without the first part.
    const [, kind, index] = /(?:^|\.)(include|exclude|ignore)(?:\.(\d+))?/.exec(path) ?? []
    if (!kind) continue
    const text = index === undefined ? message : t('line', { line: String(Number(index) + 1), message })
    faults[kind as keyof SiteFilter] ??= text
  }
  return {
    data: query.isError ? undefined : query.data,
    error: query.error,
    failure: query.isError ? 'failed' : '',
    faults,
    isPending: query.isFetching || settled !== asked,
    isOfPresent: settled === asked && query.isSuccess && !query.isPlaceholderData,
  }
}
