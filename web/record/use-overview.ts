import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Overview } from '#contract/overview.api.ts'
import { call } from '#web/platform/api.ts'
import { endpointQuery } from '#web/platform/query.ts'

/** The endpoints of an entity's overview: one returns it, one records the user's visit. */
export type OverviewCalls = { get: Endpoint & { reply: z.ZodMiniType<Overview> }; visit: Endpoint }

/**
 * Requested once per page, in parallel with the record: the counts of the tabs and the first tab use the same reply.
 */
export function useOverview(calls: OverviewCalls | undefined, id: number) {
  return useQuery<Overview>(
    calls
      ? endpointQuery(calls.get, { params: { id } } as never)
      : { queryKey: ['overview', 'none'], queryFn: skipToken },
  )
}

/** Records the user's visit after the record is shown. A failure is silent, because the user did not request it. */
export function useVisit(calls: OverviewCalls, id: number, isShown: boolean): void {
  useEffect(() => {
    if (isShown) call(calls.visit, { params: { id } } as never).catch(() => undefined)
  }, [calls, id, isShown])
}
