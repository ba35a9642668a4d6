import { infiniteQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  createRound,
  getSite,
  listRounds,
  type Round,
  type Site,
  type SiteFilter,
  type SiteSettings,
  trySiteFilter,
  updateRound,
  updateSite,
} from '#contract/site.api.ts'
import { call } from '#web/platform/api.ts'
import { endpointQuery, queryClient, refresh } from '#web/platform/query.ts'

/** Polling interval while a round is running, and otherwise, to notice that one begins. */
const liveMs = 2_000
const calmMs = 30_000
const roundPageSize = 10

export const isAtWork = (round: { state: string } | null | undefined) =>
  round?.state === 'running' || round?.state === 'stopping'

export const refetchIntervalOf = (isLive: boolean) => (isLive ? liveMs : calmMs)

/** Rounds create pages, versions and differences, and organisations and the dashboard show their counts. */
const refreshRounds = () => refresh('og', 'page', 'diff', 'dashboard')

/** The watching of one site; polled while a round is running, and everything else is read again after its end. */
export function useSite(ogId: number) {
  const siteQuery = useQuery({
    ...endpointQuery(getSite, { params: { id: ogId } }),
    refetchInterval: query => refetchIntervalOf(isAtWork(query.state.data?.round)),
  })
  // A short round can begin and end between two polls, so its end is detected by the number of the last finished round.
  const round = siteQuery.data?.round
  const over = siteQuery.data && (round && !isAtWork(round) ? round.number : null)
  const seen = useRef(over)
  useEffect(() => {
    if (seen.current !== undefined && over !== null && over !== undefined && seen.current !== over) void refreshRounds()
    seen.current = over
  }, [over])
  return siteQuery
}

/** Rounds of a site, newest first. */
export function roundsOptions(ogId: number) {
  return infiniteQueryOptions({
    queryKey: ['og', listRounds.path, ogId] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { current: pageParam, pageSize: roundPageSize }
      return call(listRounds, { params: { id: ogId }, query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.pageSize < last.total ? last.current + 1 : undefined),
  })
}

/** Shows the reply of an action at once. */
async function showRound(round: Round): Promise<void> {
  queryClient.setQueryData(
    endpointQuery(getSite, { params: { id: round.og_id } }).queryKey,
    site => site && { ...site, round },
  )
  await refreshRounds()
}

export async function startRound(ogId: number): Promise<void> {
  await showRound(await call(createRound, { params: { id: ogId } }))
}

export async function actOnRound(ogId: number, number: number, act: 'stop' | 'resume' | 'abort'): Promise<void> {
  await showRound(await call(updateRound, { params: { id: ogId, number }, body: { act } }))
}

export async function saveSite(ogId: number, patch: Partial<SiteSettings>, rev: number | undefined): Promise<Site> {
  const site = await call(updateSite, { params: { id: ogId }, body: { ...patch, rev } })
  queryClient.setQueryData(endpointQuery(getSite, { params: { id: ogId } }).queryKey, site)
  await refresh('og', 'page')
  return site
}

export function tryFilter(ogId: number, filter: SiteFilter, versionId: number | undefined, signal: AbortSignal) {
  const body = { filter, ...(versionId !== undefined && { version_id: versionId }) }
  return call(trySiteFilter, { params: { id: ogId }, body }, { signal })
}
