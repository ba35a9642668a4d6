import * as webhook from '#contract/webhook.api.ts'
import type { Guard } from '#server/platform/fetcher/guard.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './webhook.service.ts'

export function webhookRoutes(bind: Bind, guard: Guard): void {
  bind(webhook.listWebhooks, (ctx, { query }) => service.listWebhooks(ctx, query))
  bind(webhook.createWebhook, (ctx, { body }) => service.createWebhook(ctx, guard, body))
  bind(webhook.updateWebhook, (ctx, { params, body }) => service.updateWebhook(ctx, guard, params.id, body))
  bind(webhook.stopWebhook, (ctx, { params }) => service.stopWebhook(ctx, params.id))
  bind(webhook.deleteWebhook, (ctx, { params }) => service.deleteWebhook(ctx, params.id))
  bind(webhook.testWebhook, (ctx, { params }) => service.testWebhook(ctx, params.id))
  bind(webhook.renewWebhookSecret, (ctx, { params }) => service.renewSecret(ctx, params.id))
  bind(webhook.listWebhookDeliveries, (ctx, { params, query }) => service.listDeliveries(ctx, params.id, query))
  bind(webhook.replayWebhookDelivery, (ctx, { params }) => service.replay(ctx, params.id, params.delivery_id))
}
