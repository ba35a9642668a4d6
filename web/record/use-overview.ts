import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Overview } from '#contract/overview.ts'
import { call } from '#web/platform/api.ts'
import { ask } from '#web/platform/query.ts'

/** Where a noun's records tell what a reader wants to know first, and where it is kept that they were seen. */
export type OverviewCalls = { get: Endpoint & { reply: z.ZodMiniType<Overview> }; visit: Endpoint }

/** Asked once for the whole page, beside its record: the counts of its tabs and its first one come of the same answer. */
export function useOverview(calls: OverviewCalls | undefined, id: number) {
  return useQuery<Overview>(
    calls ? ask(calls.get, { params: { id } } as never) : { queryKey: ['overview', 'none'], queryFn: skipToken },
  )
}

/** Keeps that the reader has seen the record, once it is shown. That it could not be kept is no news to them. */
export function useVisit(calls: OverviewCalls, id: number, isShown: boolean): void {
  useEffect(() => {
    if (isShown) call(calls.visit, { params: { id } } as never).catch(() => undefined)
  }, [calls, id, isShown])
}
