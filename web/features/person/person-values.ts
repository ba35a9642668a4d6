import { type NewPerson, type Person, personFields } from '#contract/person.api.ts'
import { type ComparedValues, pick } from '#web/ui/form/compare.ts'

/** Initial values of the form for a new person. */
export const newPersonValues: Required<Omit<NewPerson, 'ogs'>> = {
  name: '',
  aliases: [],
  alias_notes: [],
  icon: null,
  picture: null,
  birth_time: null,
  death_time: null,
  gender: null,
  desc: null,
  desc_sum: null,
  position: null,
  work_state: null,
  education: [],
  region: null,
  score: 0,
  labels: [],
  website: null,
  wiki: null,
  twitter: null,
  facebook: null,
  phone_number: null,
  mail: null,
  og_names: [],
  is_focus: false,
  external_id: null,
  identifiers: [],
  contacts: [],
  custom: {},
  read_user: [],
  write_user: [],
  read_group: [],
  write_group: [],
  memberships: [],
  relations: [],
}

/** A person as the form holds it: links without the names of their records. */
export function personValues(person: Person): ComparedValues {
  return {
    ...pick(person, personFields),
    memberships: person.memberships.map(membership => ({ id: membership.id, ...membershipValues(membership) })),
    relations: person.relations.map(relationValues),
  }
}

/** Fields that are rarely known are included only if they have a value. */
function membershipValues(membership: Person['memberships'][number]) {
  const { og_id, role, start_time, end_time, area, term, on_behalf_of: party } = membership
  const more = { ...(area && { area }), ...(term && { term }), ...(party && { on_behalf_of: party.id }) }
  return { og_id, role, start_time, end_time, ...more }
}

function relationValues({ person_id, type, desc, start_time, end_time }: Person['relations'][number]) {
  return { person_id, type, desc, start_time, end_time }
}

/** The same values in the format of the history, where memberships have no ids. */
export function personHistoryValues(person: Person): ComparedValues {
  return {
    ...personValues(person),
    memberships: person.memberships.map(membershipValues),
  }
}
