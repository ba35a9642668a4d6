import { type dataTagErrorSymbol, type dataTagSymbol, infiniteQueryOptions, QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import type { ListPage } from '#contract/wire.ts'
import { ApiError, type CallInput, type CallOptions, call } from './api.ts'
import { isOutage } from './api-error.ts'
import { onReachedAgain } from './connection.ts'
import { hasEarlyReplies, takeEarlyReply } from './early-requests.ts'
import { addressOf } from './url.ts'

export { errorText, setFailureHandler, showError } from './failure.ts'

const mayPass = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502)
/** Includes requests refused by a rate limit. */
const mayPassLater = (error: unknown) => mayPass(error) || (error instanceof ApiError && error.status === 429)
/**
 * If the server is reachable but a service that it depends on is not, reads are retried automatically at this interval.
 */
const againMs = 5_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 1 && mayPass(error),
      refetchInterval: ({ state: { error } }) => (isOutage(error) ? againMs : false),
      refetchOnWindowFocus: false,
      // Without a network the request is sent and fails with a message, instead of waiting invisibly.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** The entity of `/v1/og/{id}` or `/v1/admin/user/{id}`: `og`, `user`. */
function entityOfPath(path: string): string {
  return path.split('/').filter(part => part && part !== 'v1' && part !== 'api' && part !== 'admin')[0] ?? path
}

/** Entity, path and request; as a type, also the reply that the cache stores under it. */
export interface EndpointKey<E extends Endpoint> extends ReadonlyArray<unknown> {
  readonly [dataTagSymbol]: Reply<E>
  readonly [dataTagErrorSymbol]: Error
}
type Question<E extends Endpoint> = {
  queryKey: EndpointKey<E>
  queryFn: (context: { signal: AbortSignal }) => Promise<Reply<E>>
}

/** Query options of a GET endpoint: `useQuery(ask(getOg, { params: { id } }))`. Key: [entity, path, request]. */
export function endpointQuery<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E>,
  options: CallOptions = {},
): Question<E> {
  const queryKey: readonly unknown[] = [entityOfPath(endpoint.path), endpoint.path, sent]
  const question: Question<E> = {
    queryKey: queryKey as EndpointKey<E>,
    queryFn: ({ signal }) => call(endpoint, sent, { ...options, signal }),
  }
  if (!hasEarlyReplies()) return question
  const initialData = () => takeEarlyReply(addressOf(endpoint.path, sent as { params?: unknown; query?: unknown }))
  return { ...question, ...{ initialData } }
}

/** Like `ask`, with a query from the page’s address: text that only the server can validate. */
export function queryAddress<E extends Endpoint>(endpoint: E, query: Record<string, unknown>) {
  return endpointQuery(endpoint, { query } as unknown as CallInput<E>)
}

/** The same for an endpoint that returns pages: `useInfiniteQuery(askPages(listOgHistory, …))`. */
export function endpointPages<T, E extends Endpoint & { reply: z.ZodMiniType<ListPage<T>> }>(
  endpoint: E & { reply: z.ZodMiniType<ListPage<T>> },
  sent: CallInput<E>,
  pageSize = 20,
) {
  return infiniteQueryOptions({
    queryKey: [entityOfPath(endpoint.path), endpoint.path, sent, 'pages'] as const,
    queryFn: ({ pageParam: current, signal }): Promise<ListPage<T>> => {
      const { query, ...rest } = sent as { query?: object }
      return call(endpoint, { ...rest, query: { ...query, current, pageSize } } as CallInput<E>, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.pageSize < last.total ? last.current + 1 : undefined),
  })
}

type PolledQuery<T> = { state: { data?: T | undefined; error: Error | null } }

/**
 * For `refetchInterval`: polls every `ms` milliseconds while `isBusy`, and after a temporary failure, because the
 * cached data may be outdated.
 */
export function pollWhile<T>(isBusy: (data: T) => boolean, ms: number): (query: PolledQuery<T>) => number | false {
  return ({ state: { data, error } }) => (mayPassLater(error) || (data !== undefined && isBusy(data)) ? ms : false)
}

/** Replaces cached data with the reply of an action, so that nothing uses the outdated data meanwhile. */
export function cacheAnswer<E extends Endpoint>(endpoint: E, sent: CallInput<E>, answer: Reply<E>): void {
  queryClient.setQueryData(endpointQuery(endpoint, sent).queryKey, answer)
}

/** Reads all cached data of these entities again: `await refresh('og', 'og_cate')`. */
export async function refresh(...nouns: string[]): Promise<void> {
  await Promise.all(nouns.map(noun => queryClient.invalidateQueries({ queryKey: [noun] })))
}

/** Queries that failed while the server was unreachable are sent again when it answers. */
onReachedAgain(
  () => void queryClient.refetchQueries({ type: 'active', predicate: query => query.state.status === 'error' }),
)
