// The registry of entities whose records have access lists: generic code iterates over it and names no entity itself.
import type * as z from 'zod/mini'
import { EventPatch } from '#contract/event.api.ts'
import type { Fields, Likeness } from '#contract/field.ts'
import { OgPatch } from '#contract/og.api.ts'
import { PersonPatch } from '#contract/person.api.ts'
import type { Entity, RecordEntity } from '#contract/registry.ts'
import { schemas } from '#contract/schemas.ts'
import type { Policy } from './core/access.ts'
import type { LinkTarget } from './core/link.ts'
import { eventPolicy } from './features/event/event.policy.ts'
import { ogPolicy } from './features/og/og.policy.ts'
import { personPolicy } from './features/person/person.policy.ts'
import { reportPolicy } from './features/report/report.policy.ts'
import { sourcePolicy } from './features/source/source.policy.ts'
import { uploadPolicy } from './features/upload/upload.policy.ts'

type EntityDefinition = LinkTarget & {
  schema: Fields
  title: 'name' | 'title'
  /** The fields that a user may change, with the contract’s rules. */
  patch: z.ZodMiniType
}

/** Entities with a schema: their records can be linked, imported, exported, and merged. */
export const entities = {
  og: {
    name: 'og',
    schema: schemas.og,
    policy: ogPolicy,
    title: 'name',
    englishTitle: 'eng_name',
    patch: OgPatch,
  },
  person: {
    name: 'person',
    schema: schemas.person,
    policy: personPolicy,
    title: 'name',
    patch: PersonPatch,
  },
  event: {
    name: 'event',
    schema: schemas.event,
    policy: eventPolicy,
    title: 'title',
    patch: EventPatch,
  },
} as const satisfies Record<Entity, EntityDefinition>

const entityPolicies = Object.fromEntries(Object.entries(entities).map(([name, { policy }]) => [name, policy]))

/** Access to the records of each entity by role, in addition to their own access lists. */
export const policies = {
  ...(entityPolicies as Record<Entity, Policy>),
  report: reportPolicy,
  upload: uploadPolicy,
  source: sourcePolicy,
} satisfies Record<RecordEntity, Policy>

/** Columns of an entity’s own table, as the API returns them. */
export const entityColumns = (noun: Entity): string[] => [
  ...new Set(['id', 'rev', ...Object.keys(entities[noun].schema)]),
]

/** Fields of an entity that have one of these match roles. */
export function likeFields(noun: Entity, ...likenesses: Likeness[]): string[] {
  const schema: Fields = entities[noun].schema
  return Object.keys(schema).filter(name => likenesses.includes(schema[name]?.likeness as Likeness))
}
