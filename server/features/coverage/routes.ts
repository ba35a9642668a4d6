import * as contract from '#contract/coverage.ts'
import type { Bind } from '#server/platform/http.ts'
import { getScreeningCoverage, measureCoverage } from './coverage.ts'

export function coverageRoutes(bind: Bind): void {
  bind(contract.getCoverage, ctx => measureCoverage(ctx))
  bind(contract.getScreeningCoverage, (ctx, { query }) => getScreeningCoverage(ctx, query))
}
