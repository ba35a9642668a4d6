import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { ApiError, type Ask, call } from './api.ts'
import { translate } from './i18n.ts'
import { platformMessages } from './messages.ts'
import { notifyError } from './notice.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `quiet`: failures the caller shows itself; `true` for all, or the statuses, e.g. `[409, 422]` in a form. */
    queryMeta: { quiet?: boolean | readonly number[] }
    mutationMeta: { quiet?: boolean | readonly number[] }
  }
}

/** The sentence to show for a failure: the server's own, or 'Request Error'. */
export function errorText(error: unknown): string {
  const text = error instanceof ApiError ? error.message : ''
  return text || translate(platformMessages)('requestError')
}

/** One toast for a failed request; none for an ended session (it has its dialog) or an aborted request. */
export function showError(error: unknown, quiet: boolean | readonly number[] = false): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  const status = error instanceof ApiError ? error.status : -1
  if (status === 401 || quiet === true || (Array.isArray(quiet) && quiet.includes(status))) return
  notifyError(errorText(error))
}

const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => showError(error, query.meta?.quiet) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => showError(error, mutation.meta?.quiet),
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 1 && mayPass(error),
      refetchOnWindowFocus: false,
      // Without a network the request is tried and fails with a message, instead of hanging unseen.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** The noun of `/v1/og/{id}` or `/v1/admin/user/{id}`: `og`, `user`. */
function nounOf(path: string): string {
  return path.split('/').filter(part => part && part !== 'v1' && part !== 'api' && part !== 'admin')[0] ?? path
}

/** Query options of a GET endpoint: `useQuery(ask(getOg, { params: { id } }))`. Key: [noun, path, sent]. */
export function ask<E extends Endpoint>(endpoint: E, sent: Ask<E>) {
  return queryOptions({
    queryKey: [nounOf(endpoint.path), endpoint.path, sent] as const,
    queryFn: ({ signal }): Promise<Reply<E>> => call(endpoint, sent, { signal }),
  })
}

/** Everything that was read of these nouns is read again: `await refresh('og', 'og_cate')`. */
export async function refresh(...nouns: string[]): Promise<void> {
  await Promise.all(nouns.map(noun => queryClient.invalidateQueries({ queryKey: [noun] })))
}
