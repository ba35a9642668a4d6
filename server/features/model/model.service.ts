import * as z from 'zod/mini'
import type { Reply } from '#contract/endpoint.ts'
import type { ModelAdmin, ModelState, testModel } from '#contract/model.api.ts'
import { getSetting } from '#server/features/setting/setting.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { readSetting } from '#server/platform/db/system-setting.ts'
import type { Fetcher } from '#server/platform/fetcher/fetch.ts'
import type { Call } from '#server/platform/http/calls.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { answerText, hostOf, isOffered, keyPurpose, readModelSettings, requestAnswer } from './chat.ts'
import { findHeaviestUsers, findKey, findOwnUses, saveKey } from './model.queries.ts'
import { rulesOf } from './prompt.ts'

/** `post` sends through the guard of addresses; `call` performs operations as the actor. */
export type ModelDeps = { post: Fetcher['post']; call: Call }

export async function getState(ctx: Ctx): Promise<ModelState> {
  const settings = await readModelSettings(ctx)
  const uses = await findOwnUses(ctx)
  const offered = isOffered(ctx, settings)
  return {
    is_offered: offered,
    is_wanted: (await getSetting(ctx)).model !== false,
    name: offered ? settings.model_name : null,
    host: offered ? hostOf(settings.model_address) : null,
    requests: uses.length,
    most_requests: settings.model_requests,
    tokens: uses.reduce((sum, { tokens }) => sum + tokens, 0),
    most_tokens: settings.model_tokens,
  }
}

export async function getAdmin(ctx: Ctx): Promise<ModelAdmin> {
  const address = await readSetting(ctx, 'model_address')
  const sealed = await findKey(ctx)
  const isOpen = sealed !== undefined && ctx.secrets?.open(sealed, keyPurpose(address)) !== undefined
  return {
    key: sealed === undefined ? 'none' : isOpen ? 'stored' : 'unreadable',
    users: await findHeaviestUsers(ctx),
  }
}

/** The key is sealed for the present address: a later one never receives it. */
export function setKey(ctx: Ctx, key: string): Promise<ModelAdmin> {
  return inTransaction(ctx, async ctx => {
    const address = await readSetting(ctx, 'model_address')
    if (key !== '' && (address === '' || !ctx.secrets)) throw new AppError('wrong_state')
    await saveKey(ctx, key === '' ? null : (ctx.secrets?.seal(key, keyPurpose(address)) ?? null))
    const detail = { key: key === '' ? 'removed' : 'stored', host: hostOf(address) }
    await audit(ctx, { act: 'set_model', noun: 'model', detail })
    return await getAdmin(ctx)
  })
}

const Form = z.object({ answer: z.string() })

export async function test(ctx: Ctx, { post }: ModelDeps): Promise<Reply<typeof testModel>> {
  const { data, tokens, ms, hasSchema } = await requestAnswer(ctx, post, {
    kind: 'test',
    system: rulesOf('You are being tested. Answer in one short sentence that you work.', '{"answer": "…"}'),
    text: 'Do you work?',
    form: Form,
    mostTokens: 400,
  })
  return { answer: answerText(data.answer, 300), tokens, ms, has_schema: hasSchema }
}
