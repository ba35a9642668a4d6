import * as contract from '#contract/coverage.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import {
  getPagesCoverage,
  getScreeningCoverage,
  getSearchCoverage,
  getTextCoverage,
  measureCoverage,
} from './coverage.service.ts'

export function coverageRoutes(bind: Bind): void {
  bind(contract.getCoverage, ctx => measureCoverage(ctx))
  bind(contract.getPagesCoverage, ctx => getPagesCoverage(ctx))
  bind(contract.getSearchCoverage, ctx => getSearchCoverage(ctx))
  bind(contract.getTextCoverage, ctx => getTextCoverage(ctx))
  bind(contract.getScreeningCoverage, (ctx, { query }) => getScreeningCoverage(ctx, query))
}
