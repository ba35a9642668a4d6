import * as z from 'zod/mini'
import { type ModelKind, modelFaults } from '#contract/model.api.ts'
import { cutText } from '#contract/text.ts'
import { getSetting } from '#server/features/setting/setting.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { readSettings } from '#server/platform/db/system-setting.ts'
import type { Fetcher } from '#server/platform/fetcher/fetch.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type Answer, answerBytes, readAnswer } from './answer.ts'
import { countOpenUses, findKey, findOwnUses, finishUse, insertUse, lockUses, windowMs } from './model.queries.ts'

type Post = Fetcher['post']

/** One request: what it is for, what it contains, and the form of its answer. */
export type Question<S extends z.ZodMiniType> = {
  kind: ModelKind
  /** For the audit log: the record whose text is sent, and more. The text itself is not recorded. */
  about?: { noun: 'page' | 'upload' | 'og' | 'person' | 'event'; id: number } | undefined
  detail?: Record<string, unknown>
  system: string
  text: string
  form: S
  mostTokens: number
}

export type Reply<T> = { data: T; model: string; tokens: number; ms: number; hasSchema: boolean }

const names = [
  ...(['model_use', 'model_address', 'model_name', 'model_requests', 'model_tokens'] as const),
  ...(['model_seconds', 'model_at_once'] as const),
]
export const readModelSettings = (ctx: Ctx) => readSettings(ctx, names)
export type ModelSettings = Awaited<ReturnType<typeof readModelSettings>>

export const isOffered = ({ actor }: Ctx, { model_use, model_address, model_name }: ModelSettings): boolean =>
  model_address !== '' &&
  model_name !== '' &&
  (model_use === 'everyone' || (model_use === 'admins' && actor.role === 'admin'))

export const hostOf = (address: string): string => URL.parse(address)?.host ?? address

/** A key belongs to the host for which it was entered: with another address it does not open. */
export const keyPurpose = (address: string) => `model ${URL.parse(address)?.origin}`

function completionsOf(address: string): string {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`
  return url.href
}

/** Servers of this process that refused a schema; they are not offered one again. */
const withoutSchema = new Set<string>()

/** Sends one request to the model within the user's bounds, and leaves an entry in the audit log whatever comes of it. */
export async function requestAnswer<S extends z.ZodMiniType>(
  ctx: Ctx,
  post: Post,
  question: Question<S>,
): Promise<Reply<z.output<S>>> {
  const settings = await readModelSettings(ctx)
  if (!isOffered(ctx, settings) || (await getSetting(ctx)).model === false) throw new AppError('model_off')
  const estimate = estimateTokens(question.system + question.text)
  const id = await admit(ctx, settings, question.kind, estimate + question.mostTokens)
  const startedAt = performance.now()
  const outcome = await send(ctx, post, settings, question).catch((error: unknown) => ({ error }))
  const ms = Math.round(performance.now() - startedAt)
  const isAnswer = 'data' in outcome
  const result = isAnswer ? 'ok' : 'fault' in outcome ? outcome.fault : 'internal'
  const tokens = isAnswer ? countTokens(outcome, estimate, question.mostTokens) : estimate
  await inTransaction(ctx, async ctx => {
    await finishUse(ctx, id, { tokens, ms, result })
    const status = 'fault' in outcome && outcome.status !== undefined ? { status: outcome.status } : {}
    const used = { model: settings.model_name, host: hostOf(settings.model_address), tokens, ms, result, ...status }
    const { about = { noun: 'model' as const, id: null }, kind, detail } = question
    await audit(ctx, {
      ...{ act: 'use_model' as const, noun: about.noun, recordId: about.id },
      detail: { channel: 'model', kind, ...used, ...detail },
    })
  })
  if ('error' in outcome) throw outcome.error
  if (!isAnswer) {
    const status = outcome.fault === 'status' ? ` (${outcome.status})` : ''
    throw new AppError('model_failed', { reason: modelFaults[outcome.fault][ctx.locale] + status })
  }
  return { data: outcome.data, model: settings.model_name, tokens, ms, hasSchema: outcome.hasSchema }
}

/** A rough count, for servers that report none: a Chinese character is about a token, as are four Latin letters. */
function estimateTokens(text: string): number {
  const wide = text.match(/[^\p{ASCII}]/gu)?.length ?? 0
  return Math.ceil(wide + (text.length - wide) / 4)
}

/** The server's own count, unless it is so small or so large that it cannot be one. */
function countTokens({ data, tokens = 0 }: Answer<unknown>, sent: number, mostTokens: number): number {
  const estimate = sent + estimateTokens(JSON.stringify(data))
  return tokens >= estimate / 4 && tokens <= (sent + mostTokens) * 10 ? tokens : estimate
}

/** Admits a request within the quotas; otherwise throws an error that states when the next one is possible. */
function admit(ctx: Ctx, settings: ModelSettings, kind: ModelKind, tokens: number): Promise<number> {
  const { model_seconds: seconds, model_at_once: atOnce } = settings
  return inTransaction(ctx, async ctx => {
    await lockUses(ctx)
    checkShare(ctx, settings, await findOwnUses(ctx))
    if ((await countOpenUses(ctx)) >= atOnce) throw new AppError('model_busy', { most: atOnce, seconds: 5 })
    return await insertUse(ctx, { kind, tokens, seconds: seconds + 5 })
  })
}

const shares = {
  requests: { 'zh-CN': '请求次数', 'en-US': 'requests' },
  tokens: { 'zh-CN': ' token', 'en-US': 'tokens' },
} as const

function checkShare(ctx: Ctx, { model_requests, model_tokens }: ModelSettings, uses: { at: string; tokens: number }[]) {
  const spent = (what: keyof typeof shares, most: number, freeingUse: { at: string } | undefined) => {
    const freeAt = Date.parse(freeingUse?.at ?? ctx.now().toISOString()) + windowMs
    const minutes = Math.max(1, Math.ceil((freeAt - ctx.now().getTime()) / 60_000))
    const wait = waitText(minutes, ctx.locale)
    throw new AppError('model_spent', { what: shares[what][ctx.locale], most, wait, seconds: minutes * 60 })
  }
  if (uses.length >= model_requests) spent('requests', model_requests, uses[uses.length - model_requests])
  let left = uses.reduce((sum, { tokens }) => sum + tokens, 0)
  if (left < model_tokens) return
  for (const use of uses) {
    left -= use.tokens
    if (left < model_tokens) spent('tokens', model_tokens, use)
  }
}

function waitText(minutes: number, locale: Ctx['locale']): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (locale === 'zh-CN') return [hours && ` ${hours} 小时`, rest && ` ${rest} 分钟`].filter(Boolean).join('')
  const words = (count: number, one: string) => count > 0 && `${count} ${one}${count === 1 ? '' : 's'}`
  return [words(hours, 'hour'), words(rest, 'minute')].filter(Boolean).join(' ')
}

async function send<S extends z.ZodMiniType>(
  ctx: Ctx,
  post: Post,
  { model_address: address, model_name: model, model_seconds: seconds }: ModelSettings,
  { system, text, form, mostTokens }: Question<S>,
) {
  const sealed = await findKey(ctx)
  const key = sealed && ctx.secrets?.open(sealed, keyPurpose(address))
  if (sealed && key === undefined) return { fault: 'key_unreadable' as const }
  const headers = {
    ...{ 'content-type': 'application/json', accept: 'application/json' },
    ...(key && { authorization: `Bearer ${key}` }),
  }
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: text },
  ]
  const plain = { model, messages, stream: false }
  const schema = { name: 'answer', strict: true, schema: bareSchema(form) }
  const full = { ...plain, max_tokens: mostTokens, response_format: { type: 'json_schema', json_schema: schema } }
  const until = performance.now() + seconds * 1_000
  const deliver = (body: object) =>
    post(completionsOf(address), {
      ...{ headers, body: JSON.stringify(body), maxBytes: answerBytes },
      totalMs: Math.max(1, until - performance.now()),
    })
  const server = `${address} ${model}`
  const first = withoutSchema.has(server) ? undefined : await deliver(full)
  if (first && !isRefusedParameter(first)) return withSchema(readAnswer(first, form), true)
  // Some servers support no schemas, others only the newer name of the limit.
  const isNewer = first?.ok && first.body.includes('max_completion_tokens')
  const bound = isNewer ? { max_completion_tokens: mostTokens } : { max_tokens: mostTokens }
  const second = readAnswer(await deliver({ ...plain, ...bound }), form)
  if ('data' in second) withoutSchema.add(server)
  return withSchema(second, false)
}

const withSchema = <T>(
  answer: Answer<T> | Exclude<ReturnType<typeof readAnswer>, Answer<unknown>>,
  hasSchema: boolean,
) => ('data' in answer ? { ...answer, hasSchema } : answer)

const isRefusedParameter = (result: Awaited<ReturnType<Post>>) =>
  result.ok && [400, 404, 415, 422, 501].includes(result.status)

/** Servers differ in the bounds that they accept in a schema; the console checks them itself. */
function bareSchema(form: z.ZodMiniType): unknown {
  return JSON.parse(JSON.stringify(z.toJSONSchema(form)), (key, value) =>
    ['$schema', 'maxLength', 'minLength', 'maxItems', 'minItems', 'minimum', 'maximum'].includes(key)
      ? undefined
      : value,
  )
}

/** The text of an answer: one or more lines, without signs that no reader sees. */
export function answerText(text: string, most: number): string {
  return cutText(
    text
      .replace(/[^\P{C}\n\t]/gu, '')
      .toWellFormed()
      .trim(),
    most,
  )
}
