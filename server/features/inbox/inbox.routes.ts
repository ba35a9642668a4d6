import { listClosed, listInbox } from '#contract/inbox.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { readClosed } from './closed.ts'
import { readInbox } from './inbox.service.ts'

export function inboxRoutes(bind: Bind): void {
  bind(listInbox, (ctx, { query }) => readInbox(ctx, query))
  bind(listClosed, (ctx, { query }) => readClosed(ctx, query))
}
