import * as contract from '#contract/search.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { findAllResults } from './find.ts'
import * as saved from './saved.ts'
import { suggestRecent, suggestSearch } from './suggest.ts'

export function searchRoutes(bind: Bind): void {
  bind(contract.search, (ctx, { query }) => findAllResults(ctx, query))
  bind(contract.suggestSearch, (ctx, { query }) => suggestSearch(ctx, query.keyword))
  bind(contract.recentRecords, ctx => suggestRecent(ctx))
  bind(contract.listSavedSearches, ctx => saved.listSavedSearches(ctx))
  bind(contract.createSavedSearch, (ctx, { body }) => saved.createSavedSearch(ctx, body))
  bind(contract.updateSavedSearch, (ctx, { params, body }) => saved.updateSavedSearch(ctx, params.id, body))
  bind(contract.deleteSavedSearch, (ctx, { params }) => saved.deleteSavedSearch(ctx, params.id))
}
