import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { getUpload, listUploads, type Upload } from '#contract/upload.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { type Search, usePage } from '#web/platform/page.tsx'
import { endpointQuery, queryClient } from '#web/platform/query.ts'

const names = ['keyword', 'status', 'kind', 'has_hits', 'og', 'person', 'owner', 'restricted', 'sort']
const atMost = 100

/** The query of the list that the user came from, taken from the address. */
function queryOf(search: Search): CallInput<typeof listUploads>['query'] {
  const kept = Object.entries(search).filter(([name]) => names.includes(name))
  return { sort: '-created_at', ...Object.fromEntries(kept), pageSize: atMost } as CallInput<
    typeof listUploads
  >['query']
}

/** The uploads before and after this one in the list of the address, within its first hundred. */
export function useNeighbours(id: number) {
  const { search } = usePage()
  const { data } = useQuery({
    ...endpointQuery(listUploads, { query: queryOf(search) }),
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => data?.items ?? [], [data])
  const at = rows.findIndex(upload => upload.id === id)
  /** The next upload that waits for review, otherwise a skipped one. */
  const nextWaiting = waitingFrom(rows, at, id)
  const preloaded = nextWaiting?.id ?? rows[at + 1]?.id
  useEffect(() => {
    if (preloaded)
      void queryClient.prefetchQuery({
        ...endpointQuery(getUpload, { params: { id: preloaded } }),
        queryFn: ({ signal }) => call(getUpload, { params: { id: preloaded } }, { signal }),
      })
  }, [preloaded])
  return {
    at,
    count: data?.total ?? 0,
    previous: at > 0 ? rows[at - 1] : undefined,
    next: at >= 0 ? rows[at + 1] : rows[0],
    nextWaiting,
  }
}

function waitingFrom(rows: readonly Upload[], at: number, id: number): Upload | undefined {
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at)).toReversed()]
  return others.find(upload => upload.id !== id && upload.status === 'ready')
}
