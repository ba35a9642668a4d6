// The nouns whose records carry access, said once: whatever treats them alike walks over this list and names none of them.
import type * as z from 'zod/mini'
import type { Fields, Likeness } from '#contract/card.ts'
import { EventPatch, eventCard } from '#contract/event.ts'
import { OgPatch, ogCard } from '#contract/og.ts'
import { PersonPatch, personCard } from '#contract/person.ts'
import { eventPolicy } from './features/event/policy.ts'
import { ogPolicy } from './features/og/policy.ts'
import { personPolicy } from './features/person/policy.ts'
import type { Policy } from './platform/access.ts'

export type NounCard = {
  card: Fields
  policy: Policy
  /** The column that names a record. */
  title: 'name' | 'title'
  /** What a person may change, by the contract’s rules. */
  patch: z.ZodMiniType
}

/** Nouns with a card: their records can be linked, imported, exported, and merged. */
export const nouns = {
  og: { card: ogCard, policy: ogPolicy, title: 'name', patch: OgPatch },
  person: { card: personCard, policy: personPolicy, title: 'name', patch: PersonPatch },
  event: { card: eventCard, policy: eventPolicy, title: 'title', patch: EventPatch },
} as const satisfies Record<string, NounCard>

export type CardNoun = keyof typeof nouns

/** Columns of a noun’s own table as the wire tells them. */
export const columnsOfNoun = (noun: CardNoun): string[] => [...new Set(['id', 'rev', ...Object.keys(nouns[noun].card)])]

/** Fields of a noun that tell in one of these ways whether two records are the same. */
export function likeFields(noun: CardNoun, ...likenesses: Likeness[]): string[] {
  const card: Fields = nouns[noun].card
  return Object.keys(card).filter(name => likenesses.includes(card[name]?.likeness as Likeness))
}
