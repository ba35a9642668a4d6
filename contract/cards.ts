import { type Fields, type Words, words } from './card.ts'
import type { Locale } from './error.ts'
import { eventCard } from './event-card.ts'
import type { CardNoun } from './noun.ts'
import { ogCard } from './og-card.ts'
import { personCard } from './person-card.ts'

/** The schema of each entity that has one. */
export const cards = { og: ogCard, person: personCard, event: eventCard } as const satisfies Record<CardNoun, Fields>

/** The names of entities with a schema, singular and plural. */
export const nounNames = {
  og: { one: words('组织', 'Organisation'), many: words('组织', 'Organisations') },
  person: { one: words('人物', 'Person'), many: words('人物', 'Persons') },
  event: { one: words('事件', 'Event'), many: words('事件', 'Events') },
} as const satisfies Record<CardNoun, { one: Words; many: Words }>

/** These names in one language, for use among the texts of a screen. */
export function namesOf(number: 'one' | 'many', locale: Locale): Record<CardNoun, string> {
  const all = Object.entries(nounNames).map(([noun, names]) => [noun, names[number][locale]])
  return Object.fromEntries(all) as Record<CardNoun, string>
}
