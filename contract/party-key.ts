import { type PartyEntity, partyEntities } from './registry.ts'

type PartyRef = { kind: PartyEntity; id: number }

const letters: Record<PartyEntity, string> = { og: 'o', person: 'p' }

/** The key of a party in graphs, in chains of ownership and in the search index: a letter for its entity, then its id. */
export const partyKey = (kind: PartyEntity, id: number) => `${letters[kind]}${id}`

/** The party that has this key. */
export const partyOfKey = (key: string): PartyRef => ({
  kind: partyEntities.find(kind => key.startsWith(letters[kind]))!,
  id: Number(key.slice(1)),
})
