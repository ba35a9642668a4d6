import { listAlgorithms as algorithms, matchParties as asked } from '#contract/match.api.ts'
import * as contract from '#contract/screening.api.ts'
import * as rule from '#contract/screening_rule.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { listAlgorithms, matchParties } from './match.ts'
import * as door from './screening.service.ts'

export function screeningRoutes(bind: Bind, kits: door.ScreeningAdapters): void {
  bind(contract.listScreenings, (ctx, { query }) => door.listScreenings(ctx, query))
  bind(contract.countScreenings, (ctx, { query }) => door.countScreenings(ctx, query))
  bind(contract.getScreening, (ctx, { params }) => door.getScreening(ctx, params.id))
  bind(contract.decideScreening, (ctx, { params, body }) => door.decideScreening(ctx, kits, params.id, body))
  bind(contract.undoScreening, (ctx, { params, body }) => door.undoScreening(ctx, params.id, body.rev))
  bind(rule.getScreeningRule, ctx => door.getRule(ctx))
  bind(rule.setScreeningRule, (ctx, { body }) => door.setRule(ctx, body))
  bind(rule.previewScreeningRule, (ctx, { body }) => door.previewRule(ctx, body))
  bind(asked, async (ctx, input, { reply }) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(await matchParties(ctx, input))),
  )
  bind(algorithms, ctx => listAlgorithms(ctx))
}
