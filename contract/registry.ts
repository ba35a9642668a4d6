// The only lists of entities, and their names. Code that treats several entities alike iterates over one of them and names
// no entity.
import { type BilingualText, bilingual } from './bilingual.ts'

/** Organisations and persons: texts name them, memberships and relations join them, names are matched for them. */
export const partyEntities = ['og', 'person'] as const
export type PartyEntity = (typeof partyEntities)[number]

/**
 * Things of the real world: two records may describe the same one and are then merged, links lead to them,
 * FollowTheMoney carries them.
 */
export const mergeEntities = [...partyEntities, 'event'] as const
export type MergeEntity = (typeof mergeEntities)[number]

/** Entities with a schema: their records have a page, are imported and exported. */
export const entityNames = [...mergeEntities] as const
export type Entity = (typeof entityNames)[number]

/** The names of entities with a schema, singular and plural. */
export const entityLabels = {
  og: { one: bilingual('组织', 'Organisation'), many: bilingual('组织', 'Organisations') },
  person: { one: bilingual('人物', 'Person'), many: bilingual('人物', 'Persons') },
  event: { one: bilingual('事件', 'Event'), many: bilingual('事件', 'Events') },
} as const satisfies Record<Entity, { one: BilingualText; many: BilingualText }>

/** One entry for each entity, made from its name in code and its labels. */
export function entityRecord<K extends string, const V>(
  entryOf: (noun: Entity, labels: { one: BilingualText; many: BilingualText }) => readonly [K, V],
): Record<K, V> {
  return Object.fromEntries(entityNames.map(noun => entryOf(noun, entityLabels[noun]))) as Record<K, V>
}

/** The labels as pairs of both languages, to be spread among the texts of a screen. */
export const labelPairs = (number: 'one' | 'many'): Record<Entity, readonly [zh: string, en: string]> =>
  entityRecord((noun, { [number]: label }) => [noun, [label['zh-CN'], label['en-US']]])

/** Links between two records, with an id. They have no access lists and are visible to users who may read both ends. */
export const linkEntities = ['membership', 'relation', 'og_relation'] as const
export type LinkEntity = (typeof linkEntities)[number]

/** Entities whose records have an owner, access lists, a history and a trash. */
export const recordEntities = [...entityNames, 'report', 'upload', 'source'] as const
export type RecordEntity = (typeof recordEntities)[number]

/** Entities without a page for each record; their list opens one by `?id=`. */
export const listedEntities = ['upload', 'issue'] as const

/** Fields that hold links, as bare ids or as objects with the id under `key`, and the entity they link to. */
export const linkFields: Readonly<Record<string, { noun: MergeEntity; key: string }>> = {
  memberships: { noun: 'og', key: 'og_id' },
  ogs: { noun: 'og', key: 'og_id' },
  relations: { noun: 'person', key: 'person_id' },
  og_relations: { noun: 'og', key: 'og_id' },
  person_relations: { noun: 'person', key: 'person_id' },
  persons: { noun: 'person', key: 'person_id' },
  events: { noun: 'event', key: 'event_id' },
}
