import { eventSchema } from './entities/event.schema.ts'
import { ogSchema } from './entities/og.schema.ts'
import { personSchema } from './entities/person.schema.ts'
import { type BilingualText, bilingual, type Fields } from './field.ts'
import type { Entity } from './registry.ts'

/** The schema of each entity that has one. */
export const schemas = { og: ogSchema, person: personSchema, event: eventSchema } as const satisfies Record<
  Entity,
  Fields
>

/** The names of entities with a schema, singular and plural. */
export const entityLabels = {
  og: { one: bilingual('组织', 'Organisation'), many: bilingual('组织', 'Organisations') },
  person: { one: bilingual('人物', 'Person'), many: bilingual('人物', 'Persons') },
  event: { one: bilingual('事件', 'Event'), many: bilingual('事件', 'Events') },
} as const satisfies Record<Entity, { one: BilingualText; many: BilingualText }>

/** These labels as pairs of both languages, to be spread among the texts of a screen. */
export function labelPairs(number: 'one' | 'many'): Record<Entity, readonly [zh: string, en: string]> {
  const all = Object.entries(entityLabels).map(([name, { [number]: label }]) => [
    name,
    [label['zh-CN'], label['en-US']],
  ])
  return Object.fromEntries(all) as Record<Entity, readonly [zh: string, en: string]>
}
