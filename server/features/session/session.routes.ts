import * as session from '#contract/session.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './session.service.ts'

export function sessionRoutes(bind: Bind, requireSecond: service.RequireSecond): void {
  bind(session.login, (ctx, { body }, { request }) =>
    service.login(ctx, body, { userAgent: request.headers['user-agent'] ?? '', requireSecond }),
  )
  bind(session.logout, (ctx, _input, { reply }) => {
    // Not "storage": it contains the user's language and settings, which outlast a session.
    reply.header('clear-site-data', '"cache"')
    return service.logout(ctx)
  })
  bind(session.menu, ctx => service.menu(ctx))
}
