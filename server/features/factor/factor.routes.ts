import * as factor from '#contract/factor.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './factor.service.ts'

export function factorRoutes(bind: Bind, parts: service.FactorParts): void {
  bind(factor.secondOptions, (ctx, { body }) => service.secondOptions(ctx, parts, body.ticket))
  bind(factor.secondStep, (ctx, { body }, { request }) =>
    service.finishSecond(ctx, parts, body, request.headers['user-agent'] ?? ''),
  )
  bind(factor.passkeyOptions, ctx => service.startPasskeyLogin(ctx, parts))
  bind(factor.passkeyLogin, (ctx, { body }, { request }) =>
    service.loginByPasskey(ctx, parts, body, request.headers['user-agent'] ?? ''),
  )
  bind(factor.getFactors, (ctx, { params }) => service.getFactors(ctx, parts, params.id))
  bind(factor.startPasskey, (ctx, { params, body }) => service.startPasskey(ctx, parts, params.id, body.password))
  bind(factor.addPasskey, (ctx, { params, body }) => service.addPasskey(ctx, parts, params.id, body))
  bind(factor.startCode, (ctx, { params, body }) => service.startCode(ctx, parts, params.id, body.password))
  bind(factor.confirmCode, (ctx, { params, body }) => service.confirmCode(ctx, parts, params.id, body.code))
  bind(factor.renewRecovery, (ctx, { params, body }) => service.renewRecovery(ctx, params.id, body.password))
  bind(factor.removeFactor, (ctx, { params, body }) => service.removeFactor(ctx, params.id, body))
  bind(factor.resetFactors, (ctx, { params }) => service.resetFactors(ctx, params.id))
}
