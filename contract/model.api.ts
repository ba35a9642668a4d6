import * as z from 'zod/mini'
import { draftedEntities, strikeReasons } from './assistant.api.ts'
import { type BilingualText, bilingual } from './bilingual.ts'
import { endpoint } from './endpoint.ts'
import { locales } from './error.ts'
import { partyEntities } from './registry.ts'
import { admins, editors, everyRole, ogReaders, uploaders } from './role.ts'
import { Id, IdParams, Instant, matches, Nothing, PathId, Required } from './wire.ts'

/** Uses of the model, as in its log. */
export const modelKinds = ['sentence', 'translation', 'draft', 'test'] as const
export type ModelKind = (typeof modelKinds)[number]

/** Why the model gave no answer, in the words of an error message. */
export const modelFaults = {
  unreachable: bilingual('无法连接模型的服务器', 'its server could not be reached'),
  refused_address: bilingual(
    '不允许访问这个地址（OG_OUTBOUND_ALLOW）',
    'its address is not among those that the console may reach (OG_OUTBOUND_ALLOW)',
  ),
  timeout: bilingual('在时限内没有答复', 'it did not answer in time'),
  redirect: bilingual('服务器要求转到别的地址，已拒绝', 'its server redirects to another address, which is refused'),
  key: bilingual('服务器不接受密钥', 'its server does not accept the key'),
  key_unreadable: bilingual('须重新填写密钥', 'its key must be entered again'),
  status: bilingual('服务器返回错误', 'its server replied with an error'),
  content_type: bilingual('服务器的答复不是 JSON', 'its server did not reply with JSON'),
  too_large: bilingual('答复过大', 'its answer is too large'),
  bad_answer: bilingual('答复不符合所要求的形式', 'its answer does not have the requested form'),
} as const satisfies Record<string, BilingualText>
export type ModelFault = keyof typeof modelFaults

const Count = z.int().check(z.nonnegative())

/** Whether the user can use the model, and how much of their share is used. */
export const ModelState = z.strictObject({
  /** Whether the administrators let this user use it. */
  is_offered: z.boolean(),
  /** Whether this user has left it on. */
  is_wanted: z.boolean(),
  name: z.nullable(z.string()),
  /** The host that receives the texts. */
  host: z.nullable(z.string()),
  requests: Count,
  most_requests: Count,
  tokens: Count,
  most_tokens: Count,
})
export type ModelState = z.output<typeof ModelState>

export const getModel = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/model',
  roles: everyRole,
  summary: 'Whether this user can use the model, and how much of their share of 24 hours is used',
  reply: ModelState,
})

const mostKeyChars = 500

export const ModelAdmin = z.strictObject({
  /** `unreadable`: stored for another address, or with a key that this server does not have. */
  key: z.enum(['none', 'stored', 'unreadable']),
  /** Users of the last 24 hours, heaviest first. */
  users: z.array(
    z.strictObject({ id: Id, username: z.string(), requests: Count, failed: Count, tokens: Count, ms: Count }),
  ),
})
export type ModelAdmin = z.output<typeof ModelAdmin>

export const getModelAdmin = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/model/admin',
  roles: admins,
  summary: 'Whether a key of the model is stored, and who used the model in the last 24 hours',
  reply: ModelAdmin,
})

export const setModelKey = endpoint({
  method: 'PUT',
  path: '/v1/model/key',
  roles: admins,
  scope: 'session',
  bound: 'write',
  summary: 'Store the key of the model for its current address; empty removes it. It is never shown again',
  body: z.strictObject({ key: z.string().check(z.maxLength(mostKeyChars), matches(/^[\x21-\x7e]*$/, 'api_key')) }),
  reply: ModelAdmin,
  errors: ['invalid', 'wrong_state'],
})

export const testModel = endpoint({
  method: 'POST',
  path: '/v1/model/test',
  roles: admins,
  scope: 'session',
  bound: 'trial',
  summary: 'Send one short request without data of the console to the model',
  reply: z.strictObject({ answer: z.string(), tokens: Count, ms: Count, has_schema: z.boolean() }),
  errors: ['model_off', 'model_failed', 'model_busy', 'model_spent'],
})

const useErrors = ['not_found', 'model_off', 'model_kept', 'model_failed', 'model_busy', 'model_spent'] as const

/** One sentence about a difference by the model. */
export const ModelSentence = z.strictObject({
  text: z.string(),
  locale: z.enum(locales),
  model: z.string(),
  created_at: Instant,
  /** Chinese words about a text without any: figures and names in Latin letters were compared, the others not. */
  is_uncompared: z.boolean(),
  /** Why the guard struck it; null if its figures and names are in the difference. */
  strike: z.nullable(z.strictObject({ reason: z.enum(strikeReasons), value: z.nullable(z.string()) })),
})
export type ModelSentence = z.output<typeof ModelSentence>

export const getDiffSentence = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/diff/{id}/sentence',
  roles: admins,
  summary: 'The sentence of the model about a difference in the language of the request; null if there is none',
  params: IdParams,
  reply: z.nullable(ModelSentence),
  errors: ['not_found'],
})

export const writeDiffSentence = endpoint({
  method: 'POST',
  path: '/v1/diff/{id}/sentence',
  roles: admins,
  scope: 'session',
  bound: 'write',
  summary: 'Let the model state in one sentence what changed; it is kept for all who may read the difference',
  params: IdParams,
  reply: ModelSentence,
  errors: useErrors,
})

export const hideDiffSentence = endpoint({
  method: 'DELETE',
  path: '/v1/diff/{id}/sentence',
  roles: admins,
  scope: 'session',
  bound: 'write',
  summary: 'Hide the sentence of the model about a difference, in the language of the request, from everyone',
  params: IdParams,
  reply: Nothing,
  errors: ['not_found'],
})

const Part = z.int().check(z.minimum(1), z.maximum(100_000))

/** A text that the console shows: a difference, a version of a page, a part of an upload. */
export const ModelText = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('diff'), id: Id }),
  z.strictObject({ type: z.literal('page_version'), id: Id, page_id: Id }),
  z.strictObject({ type: z.literal('upload'), id: Id, part: z._default(Part, 1) }),
])
export type ModelText = z.output<typeof ModelText>

/** The longest passage that is translated at once. */
export const passageChars = 4_000

export const translatePassage = endpoint({
  method: 'POST',
  path: '/v1/model/translation',
  roles: uploaders,
  scope: 'session',
  bound: 'write',
  summary:
    'Let the model translate a passage of a readable text, from Chinese to English or to Chinese; nothing is kept',
  body: z.strictObject({ of: ModelText, passage: Required(passageChars) }),
  reply: z.strictObject({
    text: z.string(),
    to: z.enum(locales),
    model: z.string(),
    /** Numbers and dates of the translation that are not in the passage. */
    unfounded: z.array(z.string()),
  }),
  errors: ['invalid', ...useErrors],
})

/** Evidence of a draft by the model. */
export const ModelEvidence = z.discriminatedUnion('type', [
  ...ModelText.def.options,
  z.strictObject({ type: z.enum(['event', ...partyEntities]), id: Id }),
])
export type ModelEvidence = z.output<typeof ModelEvidence>

/** The most pieces of evidence of one draft. */
export const draftEvidenceAtMost = 10

export const draftByModel = endpoint({
  method: 'POST',
  path: '/v1/model/draft',
  roles: editors,
  scope: 'session',
  bound: 'write',
  summary: 'Let the model draft an event or a report from evidence; sentences that the evidence lacks are struck',
  body: z.strictObject({
    noun: z.enum(draftedEntities),
    evidence: z.array(ModelEvidence).check(z.minLength(1), z.maxLength(draftEvidenceAtMost)),
  }),
  reply: z.strictObject({
    noun: z.enum(draftedEntities),
    id: Id,
    title: z.string(),
    sentences: Count,
    struck: Count,
  }),
  errors: ['invalid', ...useErrors],
})

/** Whether a record is excluded from the model, and whether the user can change that. */
export const ModelMark = z.strictObject({ is_kept: z.boolean(), can_set: z.boolean() })
export type ModelMark = z.output<typeof ModelMark>
const markOf = { noun: z.enum(partyEntities) }

export const getModelMark = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/model/mark',
  roles: ogReaders,
  summary: 'Whether an organisation or a person is kept from the model, with its pages, documents and events',
  query: z.strictObject({ ...markOf, record_id: PathId }),
  reply: ModelMark,
  errors: ['invalid', 'not_found'],
})

export const setModelMark = endpoint({
  method: 'PUT',
  path: '/v1/model/mark',
  roles: editors,
  bound: 'write',
  summary: 'Keep an organisation or a person from the model, or no longer',
  body: z.strictObject({ ...markOf, record_id: Id, is_kept: z.boolean() }),
  reply: ModelMark,
  errors: ['invalid', 'not_found', 'forbidden_record'],
})
