import type { NewWebhook, updateWebhook as updateEndpoint, Webhook } from '#contract/webhook.api.ts'
import {
  createWebhook,
  deleteWebhook,
  renewWebhookSecret,
  replayWebhookDelivery,
  stopWebhook,
  testWebhook,
  updateWebhook,
} from '#contract/webhook.api.ts'
import { type CallInput, call } from '#web/platform/api.ts'
import { refresh } from '#web/platform/query.ts'

async function withRefresh<T>(write: Promise<T>): Promise<T> {
  const result = await write
  await refresh('webhook')
  return result
}

/** The reply has the secret, which the server does not show again. */
export const saveNewWebhook = (body: NewWebhook) => withRefresh(call(createWebhook, { body }))

export const saveWebhook = (id: number, body: CallInput<typeof updateEndpoint>['body']): Promise<Webhook> =>
  withRefresh(call(updateWebhook, { params: { id }, body }))

export const endWebhook = (id: number) => withRefresh(call(stopWebhook, { params: { id } }))

export const removeWebhook = (id: number) => withRefresh(call(deleteWebhook, { params: { id } }))

export const sendTest = (id: number) => withRefresh(call(testWebhook, { params: { id } }))

/** The reply has the new secret. */
export const makeSecret = (id: number) => withRefresh(call(renewWebhookSecret, { params: { id } }))

export const sendAgain = (id: number, delivery: number) =>
  withRefresh(call(replayWebhookDelivery, { params: { id, delivery_id: delivery } }))
