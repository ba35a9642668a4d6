import * as contract from '#contract/standing.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { listStandings } from './standing.service.ts'

export function sanctionStatusRoutes(bind: Bind): void {
  bind(contract.listStandings, (ctx, { query }) => listStandings(ctx, query))
}
