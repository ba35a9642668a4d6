import { type NewPerson, type Person, personFields } from '#contract/person.ts'
import { pick, type Values } from '#web/ui/form/compare.ts'

/** What a form for a new person begins with. */
export const newPersonValues: Required<Omit<NewPerson, 'ogs'>> = {
  name: '',
  aliases: [],
  icon: null,
  birth_time: null,
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
  memberships: [],
  relations: [],
}

/** A person as the form holds them: links without the names of what they lead to. */
export function personValues(person: Person): Values {
  return {
    ...pick(person, personFields),
    memberships: person.memberships.map(({ id, og_id, role, start_time, end_time }) => ({
      id,
      og_id,
      role,
      start_time,
      end_time,
    })),
    relations: person.relations.map(relationValues),
  }
}

function relationValues({ person_id, type, desc, start_time, end_time }: Person['relations'][number]) {
  return { person_id, type, desc, start_time, end_time }
}

/** The same as the history keeps it: memberships have no ids there. */
export function personHistoryValues(person: Person): Values {
  return {
    ...personValues(person),
    memberships: person.memberships.map(({ og_id, role, start_time, end_time }) => ({
      og_id,
      role,
      start_time,
      end_time,
    })),
  }
}
