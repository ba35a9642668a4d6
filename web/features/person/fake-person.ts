import { emptyOf } from '#contract/field.ts'
import { type Person, type PersonItem, type PersonOwnField, personSchema } from '#contract/person.api.ts'

const { alias_notes: _, desc: __, education: ___, identifiers: ____, contacts: _____, ...empty } = emptyOf(personSchema)
const sampleInstant = '2026-11-20T00:00:00.000Z'

/** A person as the server's lists return it, for tests: empty except for the name and the given fields. */
export function fakePersonItem(over: Partial<PersonItem> & { id: number }): PersonItem {
  return {
    rev: 1,
    owner: 1,
    created_at: sampleInstant,
    updated_at: sampleInstant,
    can: ['update', 'delete'],
    is_demo: false,
    ...(empty as Pick<PersonItem, Extract<PersonOwnField, keyof PersonItem>>),
    name: `Person ${over.id}`,
    ogs: [],
    memberships: [],
    ...over,
  }
}

/** A person as the record's page reads it. */
export function fakePerson({
  alias_notes = [],
  desc = null,
  education = [],
  identifiers = [],
  contacts = [],
  relations = [],
  ...over
}: Partial<Person> & { id: number }): Person {
  return { ...fakePersonItem(over), alias_notes, desc, education, identifiers, contacts, relations }
}
