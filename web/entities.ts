import type { Provenance } from '#contract/claim.api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getEvent, listEvents, updateEvent } from '#contract/event.api.ts'
import { getOg, listOgs, updateOg } from '#contract/og.api.ts'
import { getPerson, listPersons, updatePerson } from '#contract/person.api.ts'
import type { Entity } from '#contract/registry.ts'
import { call } from '#web/platform/api.ts'

type Values = Record<string, unknown>

/** The calls and display settings of an entity that generic screens use. */
type EntityEntry = {
  get: Endpoint
  list: Endpoint
  /** Updates some fields of a record. `said` is the provenance: the source that states the values. */
  update: (id: number, rev: number, values: Values & { said?: Provenance | undefined }) => Promise<unknown>
  /** The field that names a record. */
  titleField: 'name' | 'title'
}

/** The only list of entities in the client. All other modules read it, so a new entity is one entry here. */
export const entities = {
  og: {
    get: getOg,
    list: listOgs,
    update: (id, rev, values) => call(updateOg, { body: { ...values, id, rev } }),
    titleField: 'name',
  },
  person: {
    get: getPerson,
    list: listPersons,
    update: (id, rev, values) => call(updatePerson, { params: { id }, body: { ...values, rev } }),
    titleField: 'name',
  },
  event: {
    get: getEvent,
    list: listEvents,
    update: (id, rev, values) => call(updateEvent, { params: { id }, body: { ...values, rev } }),
    titleField: 'title',
  },
} as const satisfies Record<Entity, EntityEntry>
