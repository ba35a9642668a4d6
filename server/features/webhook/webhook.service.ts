import { editors } from '#contract/role.ts'
import {
  formerSecretHours,
  type NewWebhook,
  type Webhook,
  type WebhookDelivery,
  webhooksAtMost,
} from '#contract/webhook.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { entityTitle, isVisibleRecord } from '#server/features/notification/notification.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { Guard } from '#server/platform/fetcher/guard.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { isFilterReadable } from './filter.queries.ts'
import { newSecret, secretPurpose } from './sign.ts'
import {
  findDeliveries,
  findWebhook,
  findWebhooks,
  insertTest,
  insertWebhook,
  lockWebhooks,
  patchWebhook,
  removeWebhook,
  replayDelivery,
  type StoredWebhook,
} from './webhook.queries.ts'

export { startWebhookWorker } from './webhook-worker.ts'

function secretsOf({ secrets }: Ctx) {
  if (!secrets) throw new Error('webhooks need the secrets of the process')
  return {
    seal: (text: string) => secrets.seal(text, secretPurpose),
    open: (sealed: Buffer) => secrets.open(sealed, secretPurpose),
  }
}

/** Administrators see the host of other users' addresses only, because an address may contain a secret. */
function toDto(
  ctx: Ctx,
  { target_sealed, secret_sealed: _s, former_sealed: _f, sign_sealed, ...row }: StoredWebhook,
): Webhook {
  const isOwn = row.user.id === ctx.actor.id
  return {
    ...row,
    former_until: row.former_until !== null && row.former_until > ctx.now().toISOString() ? row.former_until : null,
    url: isOwn ? (secretsOf(ctx).open(target_sealed) ?? null) : null,
    has_sign_secret: sign_sealed !== null,
  }
}

export async function listWebhooks(ctx: Ctx, { all }: { all?: boolean | undefined }): Promise<{ items: Webhook[] }> {
  if (all && ctx.actor.role !== 'admin') throw new AppError('forbidden')
  const rows = await findWebhooks(ctx, all ? undefined : (ctx.actor.id ?? 0))
  return { items: rows.map(row => toDto(ctx, row)) }
}

/** One's own webhook; those of others do not exist, for administrators too. */
async function needOwn(ctx: Ctx, id: number): Promise<StoredWebhook> {
  const row = await findWebhook(ctx, id)
  if (!row || row.user.id !== ctx.actor.id) throw new AppError('not_found')
  return row
}

const dtoOf = async (ctx: Ctx, id: number) => toDto(ctx, await needOwn(ctx, id))

function checkAddress(guard: Guard, address: string): string {
  const url = new URL(address)
  const refusal = guard.judgeUrl(url)
  if (refusal) throw fieldError('url', 'address_refused')
  return url.host
}

async function checkFilter(ctx: Ctx, { og_id, saved_search }: Partial<Pick<NewWebhook, 'og_id' | 'saved_search'>>) {
  const readable = await isFilterReadable(ctx, { og_id, saved_search }, isVisibleRecord)
  if (!readable.og) throw fieldError('og_id', 'no_such_og')
  if (!readable.search) throw fieldError('saved_search', 'no_such_search')
}

export function createWebhook(ctx: Ctx, guard: Guard, body: NewWebhook): Promise<{ webhook: Webhook; secret: string }> {
  const { actor } = ctx
  if (actor.kind !== 'user' || !editors.includes(actor.role)) throw new AppError('forbidden')
  const host = checkAddress(guard, body.url)
  const { seal } = secretsOf(ctx)
  return inTransaction(ctx, async ctx => {
    await checkFilter(ctx, body)
    if ((await lockWebhooks(ctx, actor.id)) >= webhooksAtMost) throw new AppError('wrong_state')
    const secret = newSecret()
    const id = await insertWebhook(ctx, actor.id, {
      name: body.name,
      target_sealed: seal(body.url),
      host,
      format: body.format,
      secret_sealed: seal(secret),
      sign_sealed: body.sign_secret ? seal(body.sign_secret) : null,
      kinds: [...new Set(body.kinds)],
      og_id: body.og_id ?? null,
      saved_search: body.saved_search ?? null,
    })
    await audit(ctx, {
      act: 'create_webhook',
      noun: 'webhook',
      recordId: id,
      detail: { name: body.name, host, kinds: body.kinds },
    })
    return { webhook: await dtoOf(ctx, id), secret }
  })
}

export function updateWebhook(
  ctx: Ctx,
  guard: Guard,
  id: number,
  { url, sign_secret, state, kinds, ...rest }: Partial<NewWebhook> & { state?: 'on' | 'paused' | undefined },
): Promise<Webhook> {
  const host = url === undefined ? undefined : checkAddress(guard, url)
  const { seal } = secretsOf(ctx)
  return inTransaction(ctx, async ctx => {
    const before = await needOwn(ctx, id)
    await checkFilter(ctx, rest)
    const isOn = state === 'on' && before.state !== 'on'
    await patchWebhook(ctx, id, {
      ...rest,
      ...(kinds && { kinds: [...new Set(kinds)] }),
      ...(url !== undefined && host !== undefined && { target_sealed: seal(url), host }),
      ...(sign_secret !== undefined && { sign_sealed: sign_secret === null ? null : seal(sign_secret) }),
      ...(state && { state, stop_reason: null }),
      ...(isOn && { failing_since: null }),
    })
    const changed = { ...rest, ...(kinds && { kinds }), ...(host && { host }), ...(state && { state }) }
    await audit(ctx, { act: 'change_webhook', noun: 'webhook', recordId: id, detail: changed })
    return await dtoOf(ctx, id)
  })
}

/** By its owner, or by an administrator, who sees nothing of what it sends. */
export function stopWebhook(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const row = await findWebhook(ctx, id)
    const isOwn = row?.user.id === ctx.actor.id
    if (!row || (!isOwn && ctx.actor.role !== 'admin')) throw new AppError('not_found')
    await patchWebhook(ctx, id, { state: 'stopped', stop_reason: isOwn ? null : 'admin' })
    await audit(ctx, {
      act: 'stop_webhook',
      noun: 'webhook',
      recordId: id,
      detail: { name: row.name, owner: row.user.id },
    })
    return null
  })
}

export function deleteWebhook(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const { name } = await needOwn(ctx, id)
    await removeWebhook(ctx, id)
    await audit(ctx, { act: 'delete_webhook', noun: 'webhook', recordId: id, detail: { name } })
    return null
  })
}

export async function testWebhook(ctx: Ctx, id: number): Promise<{ delivery: number }> {
  const { state } = await needOwn(ctx, id)
  if (state !== 'on') throw new AppError('wrong_state')
  return { delivery: await insertTest(ctx, id) }
}

export function renewSecret(ctx: Ctx, id: number): Promise<{ webhook: Webhook; secret: string }> {
  return inTransaction(ctx, async ctx => {
    const { secret_sealed } = await needOwn(ctx, id)
    const secret = newSecret()
    await patchWebhook(ctx, id, {
      secret_sealed: secretsOf(ctx).seal(secret),
      former_sealed: secret_sealed,
      former_until: new Date(ctx.now().getTime() + formerSecretHours * 3_600_000).toISOString(),
    })
    await audit(ctx, { act: 'change_webhook', noun: 'webhook', recordId: id, detail: { secret: 'renewed' } })
    return { webhook: await dtoOf(ctx, id), secret }
  })
}

export async function listDeliveries(
  ctx: Ctx,
  id: number,
  query: Parameters<typeof findDeliveries>[2],
): Promise<ListPage<WebhookDelivery>> {
  await needOwn(ctx, id)
  return await findDeliveries(ctx, id, query, {
    title: (noun, record) => entityTitle(ctx, noun, record),
    isVisible: (noun, record) => isVisibleRecord(ctx, noun, record),
  })
}

export async function replay(ctx: Ctx, id: number, deliveryId: number): Promise<null> {
  await needOwn(ctx, id)
  if (!(await replayDelivery(ctx, id, deliveryId))) throw new AppError('wrong_state')
  return null
}
