import * as mailbox from '#contract/mailbox.api.ts'
import type { Guard } from '#server/platform/fetcher/guard.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './mailbox.service.ts'

export function mailboxRoutes(bind: Bind, guard: Guard): void {
  bind(mailbox.listMailboxes, ctx => service.listMailboxes(ctx))
  bind(mailbox.createMailbox, (ctx, { body }) => service.createMailbox(ctx, guard, body))
  bind(mailbox.updateMailbox, (ctx, { params, body }) => service.updateMailbox(ctx, guard, params.id, body))
  bind(mailbox.deleteMailbox, (ctx, { params }) => service.deleteMailbox(ctx, params.id))
  bind(mailbox.testMailbox, (ctx, { params }) => service.testMailbox(ctx, guard, params.id))
  bind(mailbox.fetchMailbox, (ctx, { params }) => service.fetchNow(ctx, params.id))
  bind(mailbox.listMailMessages, (ctx, { params, query }) => service.listMessages(ctx, params.id, query))
  bind(mailbox.takeMailMessage, (ctx, { params }) => service.takeMessage(ctx, params.id, params.message_id))
}
