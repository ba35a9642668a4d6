import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { editors, ogReaders } from './role.ts'
import { Id, IdParams, Instant, PathId } from './wire.ts'

/** Records that an assistant drafts. */
export const draftedEntities = ['event', 'report'] as const
export type DraftedEntity = (typeof draftedEntities)[number]

/** Why the guard struck a sentence of a draft. */
export const strikeReasons = [
  'no_evidence',
  'not_found',
  'hidden_characters',
  'open_quote',
  'quote',
  'number',
  'date',
  'name',
  'word',
  'order',
  'turned',
  'instruction',
  'nothing',
] as const
export type StrikeReason = (typeof strikeReasons)[number]

/** A record that an assistant drafted, with the sentences that its evidence does not support. */
export const AssistantDraft = z.strictObject({
  id: Id,
  noun: z.enum(draftedEntities),
  record_id: Id,
  /** The name of the token, or of the model. */
  token: z.string(),
  /** Whether the model of the console drafted it for a user. */
  is_model: z.boolean(),
  created_at: Instant,
  /** Number of sentences in the draft. */
  sentences: z.int(),
  struck: z.array(
    z.strictObject({
      text: z.string(),
      reason: z.enum(strikeReasons),
      /** The part of the sentence that has no source. */
      value: z.nullable(z.string()),
    }),
  ),
  can_settle: z.boolean(),
})
export type AssistantDraft = z.output<typeof AssistantDraft>

export const getAssistantDraft = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/assistant_draft',
  roles: ogReaders,
  summary: 'Whether an assistant drafted an event or a report, and the sentences that were struck; null if it did not',
  query: z.strictObject({ noun: z.enum(draftedEntities), record_id: PathId }),
  reply: z.nullable(AssistantDraft),
  errors: ['invalid', 'not_found'],
})

export const settleAssistantDraft = endpoint({
  method: 'POST',
  path: '/v1/assistant_draft/{id}/settle',
  roles: editors,
  scope: 'session',
  bound: 'write',
  summary: 'Remove the struck sentences of a draft, so that a person can publish it',
  params: IdParams,
  reply: AssistantDraft,
  errors: ['not_found', 'forbidden'],
})
