import { editors } from '#contract/role.ts'
import { cutText, storable } from '#contract/text.ts'
import { webhookStopDays } from '#contract/webhook.api.ts'
import { publish } from '#server/core/events.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { Fetcher, PostResult } from '#server/platform/fetcher/fetch.ts'
import { asUser } from '#server/platform/http/as-user.ts'
import {
  type Attempt,
  type ClaimedDelivery,
  type DeliveryTarget,
  dropDelivery,
  findTarget,
  releaseDelivery,
  settleDelivery,
  stopFailing,
  withholdDelivery,
} from './delivery.queries.ts'
import { refusalOf, requestOf } from './format.ts'
import { secretPurpose } from './sign.ts'
import { passesFilter, readSubject } from './subject.queries.ts'

export type DeliverDeps = { post: Fetcher['post']; publicUrl: string; signal?: AbortSignal }

const timeoutMs = 15_000
const maxResponseBytes = 16_384
const excerptChars = 500
const s = 1_000
const h = 3_600 * s
/** Delays after each failed attempt; after the last one the delivery is dead, some five days after the first. */
export const delaysMs = [
  5 * s,
  15 * s,
  60 * s,
  300 * s,
  900 * s,
  h,
  3 * h,
  6 * h,
  12 * h,
  24 * h,
  24 * h,
  24 * h,
  24 * h,
]
/** A record whose search entry is not written yet is checked again after this time. */
const checkAgainMs = 1_000
const ownerAgainMs = 60_000

/** Sends one delivery and writes its outcome; the owner's access is checked now, whatever it was at the event. */
export async function deliver(ctx: Ctx, delivery: ClaimedDelivery, deps: DeliverDeps): Promise<void> {
  const target = await findTarget(ctx, delivery)
  if (!target) return await releaseDelivery(ctx, delivery, checkAgainMs)
  const owner = asUser(ctx, target.owner, editors)
  if (!owner) return await releaseDelivery(ctx, delivery, ownerAgainMs)
  const passes = await passesFilter(owner, target, delivery)
  if (passes === 'later') return await releaseDelivery(ctx, delivery, checkAgainMs)
  if (passes === 'no') return await dropDelivery(ctx, delivery)
  const subject = await readSubject(owner, delivery, target)
  if (!subject) return await withholdDelivery(ctx, delivery)
  const keys = openKeys(ctx, target)
  if (!keys) return await settle(ctx, delivery, { ...noResponse, fault: 'secret' }, {})
  const request = requestOf(
    { id: delivery.message_id, kind: delivery.kind, at: delivery.at, subject },
    { ...keys, format: target.format, locale: target.locale, publicUrl: deps.publicUrl, now: ctx.now() },
  )
  // The last look before sending: an owner who was disabled meanwhile sends nothing.
  const still = await findTarget(ctx, delivery)
  if (!still || !asUser(ctx, still.owner, editors)) return await releaseDelivery(ctx, delivery, ownerAgainMs)
  const result = await deps.post(request.url, {
    headers: request.headers,
    body: request.body,
    totalMs: timeoutMs,
    maxBytes: maxResponseBytes,
    ...(deps.signal && { signal: deps.signal }),
  })
  // The process stops: the next one repeats the attempt under the same id.
  if (!result.ok && result.reason === 'aborted') return await releaseDelivery(ctx, delivery, 0)
  await settle(ctx, delivery, attemptOf(result, target), result.ok ? result.headers : {})
}

const noResponse: Attempt = { http_status: null, fault: null, latency_ms: 0, response: null }

function openKeys(ctx: Ctx, target: DeliveryTarget) {
  const open = (sealed: Buffer | null) => (sealed === null ? undefined : ctx.secrets?.open(sealed, secretPurpose))
  const [address, secret, former] = [open(target.target_sealed), open(target.secret_sealed), open(target.former_sealed)]
  if (address === undefined || secret === undefined) return undefined
  return { address, secrets: former ? [secret, former] : [secret], signSecret: open(target.sign_sealed) }
}

function attemptOf(result: PostResult, { format }: DeliveryTarget): Attempt {
  if (!result.ok)
    return { ...noResponse, fault: cutText(`${result.reason}: ${result.detail}`, 200), latency_ms: result.ms }
  const text = storable(result.body.toString('utf8'))
  const isAccepted = result.status >= 200 && result.status < 300
  const fault = result.isBroken ? 'connection: ended early' : isAccepted ? refusalOf(format, text) : undefined
  return {
    http_status: result.status,
    fault: fault ?? null,
    latency_ms: result.ms,
    response: cutText(text, excerptChars) || null,
  }
}

async function settle(ctx: Ctx, delivery: ClaimedDelivery, attempt: Attempt, headers: Record<string, string>) {
  const { http_status: status, fault } = attempt
  if (fault === null && status !== null && status >= 200 && status < 300)
    return await settleDelivery(ctx, delivery, attempt, { state: 'delivered' })
  const delay = delaysMs[delivery.attempts - 1]
  if (delay === undefined || delivery.kind === 'webhook.test')
    await settleDelivery(ctx, delivery, attempt, { state: 'dead' })
  else {
    const waitMs = Math.max(delay * (0.9 + Math.random() * 0.2), retryAfterMs(headers['retry-after']))
    await settleDelivery(ctx, delivery, attempt, { state: 'waiting', nextAt: new Date(ctx.now().getTime() + waitMs) })
  }
  await stopIfHopeless(ctx, delivery, status === 410 ? 'gone' : 'failing')
}

/** Seconds that an overloaded receiver requests; at most a day. */
function retryAfterMs(value: string | undefined): number {
  return /^\d{1,9}$/.test(value ?? '') ? Math.min(24 * h, Number(value) * s) : 0
}

/** Stops a webhook after days of failures, or if its receiver is gone for good (410), and notifies its owner. */
function stopIfHopeless(ctx: Ctx, { webhook_id: id }: ClaimedDelivery, reason: 'failing' | 'gone'): Promise<void> {
  return inTransaction(ctx, async ctx => {
    const since = new Date(ctx.now().getTime() - webhookStopDays * 24 * h)
    const stopped = await stopFailing(ctx, id, reason, since)
    if (!stopped) return
    await publish(ctx, [{ kind: 'webhook_stopped', noun: 'webhook', recordId: id, users: [stopped.user_id] }])
    ctx.log.warn({ webhook_id: id, reason }, 'webhook: stopped after failures')
  })
}
