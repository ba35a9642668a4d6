import * as contract from '#contract/standing.ts'
import type { Bind } from '#server/platform/http.ts'
import { listStandings } from './standing.ts'

export function standingRoutes(bind: Bind): void {
  bind(contract.listStandings, (ctx, { query }) => listStandings(ctx, query))
}
