import { eventSchema } from './entities/event.schema.ts'
import { ogSchema } from './entities/og.schema.ts'
import { personSchema } from './entities/person.schema.ts'
import type { Fields } from './field.ts'
import type { Entity } from './registry.ts'

/** The schema of each entity that has one. */
export const schemas = { og: ogSchema, person: personSchema, event: eventSchema } as const satisfies Record<
  Entity,
  Fields
>
