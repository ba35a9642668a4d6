// The registry of entities whose records have access lists: generic code iterates over it and names no entity itself.
import type * as z from 'zod/mini'
import type { Fields, Likeness } from '#contract/card.ts'
import { cards } from '#contract/cards.ts'
import { EventPatch } from '#contract/event.ts'
import type { MessageCode } from '#contract/message.ts'
import type { CardNoun, RecordNoun } from '#contract/noun.ts'
import { OgPatch } from '#contract/og.ts'
import { PersonPatch } from '#contract/person.ts'
import { eventPolicy } from './features/event/policy.ts'
import { ogPolicy } from './features/og/policy.ts'
import { personPolicy } from './features/person/policy.ts'
import { reportPolicy } from './features/report/policy.ts'
import { sourcePolicy } from './features/source/policy.ts'
import { uploadPolicy } from './features/upload/policy.ts'
import type { Policy } from './record/access.ts'
import type { Target } from './record/link.ts'

export type NounCard = Target & {
  card: Fields
  title: 'name' | 'title'
  /** The message if a link refers to a missing record. */
  missing: MessageCode
  /** The fields that a user may change, with the contract’s rules. */
  patch: z.ZodMiniType
}

/** Entities with a schema: their records can be linked, imported, exported, and merged. */
export const nouns = {
  og: { name: 'og', card: cards.og, policy: ogPolicy, title: 'name', patch: OgPatch, missing: 'no_such_og' },
  person: {
    name: 'person',
    card: cards.person,
    policy: personPolicy,
    title: 'name',
    patch: PersonPatch,
    missing: 'no_such_person',
  },
  event: {
    name: 'event',
    card: cards.event,
    policy: eventPolicy,
    title: 'title',
    patch: EventPatch,
    missing: 'no_such_event',
  },
} as const satisfies Record<CardNoun, NounCard>

const cardPolicies = Object.fromEntries(Object.entries(nouns).map(([name, { policy }]) => [name, policy]))

/** Access to the records of each entity by role, in addition to their own access lists. */
export const policies = {
  ...(cardPolicies as Record<CardNoun, Policy>),
  report: reportPolicy,
  upload: uploadPolicy,
  source: sourcePolicy,
} satisfies Record<RecordNoun, Policy>

/** Columns of an entity’s own table, as the API returns them. */
export const columnsOfNoun = (noun: CardNoun): string[] => [...new Set(['id', 'rev', ...Object.keys(nouns[noun].card)])]

/** Fields of an entity that have one of these match roles. */
export function likeFields(noun: CardNoun, ...likenesses: Likeness[]): string[] {
  const card: Fields = nouns[noun].card
  return Object.keys(card).filter(name => likenesses.includes(card[name]?.likeness as Likeness))
}
