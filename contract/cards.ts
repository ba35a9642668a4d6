import type { Fields } from './card.ts'
import { eventCard } from './event-card.ts'
import type { CardNoun } from './noun.ts'
import { ogCard } from './og-card.ts'
import { personCard } from './person-card.ts'

/** The card of each noun that has one. */
export const cards = { og: ogCard, person: personCard, event: eventCard } as const satisfies Record<CardNoun, Fields>
