// The only lists of nouns: whoever treats several alike walks over one of these and names none.

/** Organisations and persons: what texts name, members and relations join, names are matched for. */
export const partyNouns = ['og', 'person'] as const
export type PartyNoun = (typeof partyNouns)[number]

/** What there is in the world: two records of it may be one and are merged, links lead to it, FollowTheMoney carries it. */
export const mergeNouns = [...partyNouns, 'event'] as const
export type MergeNoun = (typeof mergeNouns)[number]

/** Nouns with a card: their records have a page, are imported and exported. */
export const cardNouns = [...mergeNouns] as const
export type CardNoun = (typeof cardNouns)[number]

/** Links between two records, with an id: they have no access of their own and are there for who may read both ends. */
export const linkNouns = ['membership', 'relation', 'og_relation'] as const
export type LinkNoun = (typeof linkNouns)[number]

/** Nouns whose records have an owner, access lists, a history and a trash. */
export const recordNouns = [...cardNouns, 'report', 'upload', 'source'] as const
export type RecordNoun = (typeof recordNouns)[number]

/** Nouns without a page for each record: their list opens one by `?id=`. */
export const listedNouns = ['upload', 'issue'] as const

/** Fields that hold links, as bare ids or as objects that carry one under `key`, and the noun they lead to. */
export const linkFields: Readonly<Record<string, { noun: MergeNoun; key: string }>> = {
  memberships: { noun: 'og', key: 'og_id' },
  ogs: { noun: 'og', key: 'og_id' },
  relations: { noun: 'person', key: 'person_id' },
  og_relations: { noun: 'og', key: 'og_id' },
  person_relations: { noun: 'person', key: 'person_id' },
  persons: { noun: 'person', key: 'person_id' },
  events: { noun: 'event', key: 'event_id' },
}
