import * as diff from '#contract/diff.api.ts'
import { tryFilterChange } from '#contract/site.api.ts'
import * as volatile from '#contract/volatile.api.ts'
import { tryWordChange } from '#contract/word.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { comparePageVersions, draftEvent, openDiff } from './detail.ts'
import * as service from './diff.service.ts'
import { ignorePlace } from './ignore-place.ts'
import * as filters from './try-filter.ts'
import * as words from './try-words.ts'
import { listVolatilePlaces, updateVolatilePlace } from './volatile.ts'

export function diffRoutes(bind: Bind): void {
  bind(diff.listDiffs, (ctx, { query }) => service.listDiffs(ctx, query))
  bind(diff.countDiffs, (ctx, { query }) => service.countDiffs(ctx, query))
  bind(diff.getDiff, (ctx, { params, query }) => openDiff(ctx, params.id, query.around))
  bind(diff.comparePageVersions, (ctx, { params, query }) => comparePageVersions(ctx, params.id, query))
  bind(diff.updateDiff, (ctx, { params, body }) => service.updateDiff(ctx, params.id, body))
  bind(diff.bulkDiff, (ctx, { body }) => service.bulkDiff(ctx, body))
  bind(diff.draftEvent, (ctx, { params }) => draftEvent(ctx, params.id))
  bind(volatile.ignorePlace, (ctx, { params, body }) => ignorePlace(ctx, params.id, body))
  bind(tryWordChange, (ctx, { body }) => words.tryWordChange(ctx, body))
  bind(tryFilterChange, (ctx, { params, body }) => filters.tryFilterChange(ctx, params.id, body.filter))
  bind(volatile.listVolatilePlaces, async (ctx, { params }) => ({ items: await listVolatilePlaces(ctx, params.id) }))
  bind(volatile.updateVolatilePlace, async (ctx, { params, body }) => ({
    items: await updateVolatilePlace(ctx, params, body),
  }))
}
