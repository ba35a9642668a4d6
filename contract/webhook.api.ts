import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors, type Role } from './role.ts'
import {
  Id,
  IdParams,
  Instant,
  listQuery,
  Nothing,
  PathId,
  pageOf,
  QueryBool,
  Repeated,
  Required,
  WebAddress,
} from './wire.ts'

/** Kinds of events that a webhook can receive. */
export const webhookKinds = [
  'difference.found',
  'word.found',
  'screening.hit',
  'record.created',
  'record.updated',
  'record.deleted',
  'record.erased',
  'report.published',
  'search.found',
] as const
export type WebhookKind = (typeof webhookKinds)[number]
/** `webhook.test` is sent only by the button. */
export type WebhookEventKind = WebhookKind | 'webhook.test'

/** Forms of the body: our own JSON with a signature, or the messages of chat programs. */
export const webhookFormats = ['standard', 'slack', 'teams', 'dingtalk', 'feishu', 'wecom', 'ntfy'] as const
export type WebhookFormat = (typeof webhookFormats)[number]
/** Formats with a secret of the receiver: DingTalk and Feishu sign with it, ntfy takes it as an access token. */
export const signedFormats: readonly WebhookFormat[] = ['dingtalk', 'feishu', 'ntfy']

/** `stopped`: by the console or an administrator; it records no events until its owner switches it on. */
export const webhookStates = ['on', 'paused', 'stopped'] as const
export const webhookStopReasons = ['failing', 'gone', 'access', 'admin'] as const
export const deliveryStates = ['waiting', 'delivered', 'dead', 'withheld'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Most webhooks of a user. */
export const webhooksAtMost = 20
/** How long the former secret stays valid after a rotation. */
export const formerSecretHours = 24
/** After so many days of failures a webhook stops. */
export const webhookStopDays = 5

export const Webhook = z.strictObject({
  id: Id,
  /** The owner; their rights decide the content. */
  user: z.strictObject({ id: Id, name: z.string() }),
  name: z.string(),
  /** The complete address; null for administrators who are not the owner, because it may contain a secret. */
  url: z.nullable(z.string()),
  host: z.string(),
  format: z.enum(webhookFormats),
  /** Whether a secret of the receiver is stored. */
  has_sign_secret: z.boolean(),
  former_until: z.nullable(Instant),
  kinds: z.array(z.enum(webhookKinds)),
  /** Only events about this organisation and records linked to it. */
  og_id: z.nullable(Id),
  /** Only events about records that this saved search of the owner finds. */
  saved_search: z.nullable(Id),
  state: z.enum(webhookStates),
  stop_reason: z.nullable(z.enum(webhookStopReasons)),
  failing_since: z.nullable(Instant),
  delivered_at: z.nullable(Instant),
  /** Events that were sent without success: those that wait for another attempt, and those that were given up. */
  waiting: z.int(),
  dead: z.int(),
  created_at: Instant,
})
export type Webhook = z.output<typeof Webhook>

const body = {
  name: Required(60),
  url: WebAddress,
  format: z.enum(webhookFormats),
  kinds: z.array(z.enum(webhookKinds)).check(z.minLength(1), z.maxLength(webhookKinds.length)),
  og_id: z.optional(z.nullable(Id)),
  saved_search: z.optional(z.nullable(Id)),
  /** Null removes it. */
  sign_secret: z.optional(z.nullable(Required(200))),
}
export const NewWebhook = z.strictObject(body)
export type NewWebhook = z.output<typeof NewWebhook>

export const listWebhooks = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/webhook',
  roles: editors,
  scope: 'session',
  summary: 'One’s own webhooks; with `all`, for administrators, those of all users, without their addresses',
  query: z.strictObject({ all: z.optional(QueryBool) }),
  reply: z.strictObject({ items: z.array(Webhook) }),
  errors: ['invalid'],
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhook',
  roles: editors,
  scope: 'session',
  bound: 'feed',
  confirm: { when: (_sent, actor) => actor.role === 'admin' },
  summary: 'Create a webhook (at most 20 per user); its secret is shown only in this reply',
  body: NewWebhook,
  reply: z.strictObject({ webhook: Webhook, secret: z.string() }),
  errors: ['invalid', 'wrong_state'],
})

const WebhookPatch = z.partial(z.strictObject({ ...body, state: z.enum(['on', 'paused']) }))

/** Whether a change by an administrator can send more records, or send them elsewhere. */
const sendsMore = ({ body }: { body: z.output<typeof WebhookPatch> }, actor: { role: Role }): boolean => {
  const { name: _name, state, ...rest } = body
  return actor.role === 'admin' && (state === 'on' || Object.values(rest).some(value => value !== undefined))
}

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/v1/webhook/{id}',
  roles: editors,
  scope: 'session',
  bound: 'write',
  confirm: { when: sendsMore },
  summary: 'Change one’s own webhook; `paused` keeps its events until it is on again',
  params: IdParams,
  body: WebhookPatch,
  reply: Webhook,
  errors: ['invalid', 'not_found'],
})

export const stopWebhook = endpoint({
  method: 'PUT',
  path: '/v1/webhook/{id}/stop',
  roles: editors,
  scope: 'session',
  bound: 'write',
  summary: 'Stop a webhook at once; administrators can stop any',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/v1/webhook/{id}',
  roles: editors,
  scope: 'session',
  bound: 'write',
  summary: 'Delete one’s own webhook with its log',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/v1/webhook/{id}/test',
  roles: editors,
  scope: 'session',
  bound: 'feed',
  summary: 'Send a test event, which appears in the log',
  params: IdParams,
  reply: z.strictObject({ delivery: Id }),
  errors: ['not_found', 'wrong_state'],
})

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/v1/webhook/{id}/secret',
  roles: editors,
  scope: 'session',
  bound: 'feed',
  summary: 'A new secret, shown only in this reply; for 24 hours requests are signed with the former one too',
  params: IdParams,
  reply: z.strictObject({ webhook: Webhook, secret: z.string() }),
  errors: ['not_found'],
})

export const WebhookDelivery = z.strictObject({
  id: Id,
  /** Header `webhook-id`; the same at every attempt. */
  message_id: z.string(),
  kind: z.string(),
  noun: z.string(),
  record_id: z.int(),
  /** The record's current name; null if its reader may not read it. */
  title: z.nullable(z.string()),
  at: Instant,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** The next attempt of a waiting event. */
  next_at: z.nullable(Instant),
  tried_at: z.nullable(Instant),
  http_status: z.nullable(z.int()),
  fault: z.nullable(z.string()),
  latency_ms: z.nullable(z.int()),
  /** The beginning of the receiver's response. */
  response: z.nullable(z.string()),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/webhook/{id}/delivery',
  roles: editors,
  scope: 'session',
  summary: 'The events of one’s own webhook, newest first, each with its last attempt',
  params: IdParams,
  query: z.strictObject({ ...listQuery(['id']), state: z.optional(Repeated(z.enum(deliveryStates))) }),
  reply: pageOf(WebhookDelivery),
  errors: ['invalid', 'not_found'],
})

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/v1/webhook/{id}/delivery/{delivery_id}/replay',
  roles: editors,
  scope: 'session',
  bound: 'feed',
  summary: 'Send an event again at once, with the same id',
  params: z.strictObject({ id: PathId, delivery_id: PathId }),
  reply: Nothing,
  errors: ['not_found', 'wrong_state'],
})
