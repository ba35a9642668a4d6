import type { Endpoint } from '#contract/endpoint.ts'
import { getEvent } from '#contract/event.ts'
import type { CardNoun } from '#contract/noun.ts'
import { getOg } from '#contract/og.ts'
import { getPerson } from '#contract/person.ts'
import { ask } from '#web/platform/query.ts'

const readers = { og: getOg, person: getPerson, event: getEvent } as const satisfies Record<CardNoun, Endpoint>

/** The question for one record of whichever noun has a card. */
export const askRecord = (noun: CardNoun, id: number) =>
  // The parameters are the same for all; a union of endpoints cannot say so.
  ask(readers[noun], { params: { id } } as never)
