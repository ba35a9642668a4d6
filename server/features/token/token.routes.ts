import * as token from '#contract/token.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './token.service.ts'

export function tokenRoutes(bind: Bind): void {
  bind(token.listTokens, (ctx, { params }) => service.listTokens(ctx, params.id))
  bind(token.createToken, (ctx, { params, body }) => service.createToken(ctx, params.id, body))
  bind(token.deleteToken, (ctx, { params }) => service.deleteToken(ctx, params.id, params.token_id))
}
