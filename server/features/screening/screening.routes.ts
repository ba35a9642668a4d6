import { listAlgorithms as algorithms, matchParties as asked } from '#contract/match.api.ts'
import * as contract from '#contract/screening.api.ts'
import * as rule from '#contract/screening_rule.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { listAlgorithms, matchParties } from './match.ts'
import * as service from './screening.service.ts'

export function screeningRoutes(bind: Bind, adapters: service.ScreeningAdapters): void {
  bind(contract.listScreenings, (ctx, { query }) => service.listScreenings(ctx, query))
  bind(contract.countScreenings, (ctx, { query }) => service.countScreenings(ctx, query))
  bind(contract.getScreening, (ctx, { params }) => service.getScreening(ctx, params.id))
  bind(contract.decideScreening, (ctx, { params, body }) => service.decideScreening(ctx, adapters, params.id, body))
  bind(contract.undoScreening, (ctx, { params, body }) => service.undoScreening(ctx, params.id, body.rev))
  bind(rule.getScreeningRule, ctx => service.getRule(ctx))
  bind(rule.setScreeningRule, (ctx, { body }) => service.setRule(ctx, body))
  bind(rule.previewScreeningRule, (ctx, { body }) => service.previewRule(ctx, body))
  bind(asked, async (ctx, input, { reply }) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(await matchParties(ctx, input))),
  )
  bind(algorithms, ctx => listAlgorithms(ctx))
}
