import type { Person, PersonItem } from '#contract/person.ts'

const at = '2026-11-20T00:00:00.000Z'

/** A person as the server's lists answer, for tests. */
export function fakePersonItem(over: Partial<PersonItem> & { id: number }): PersonItem {
  return {
    rev: 1,
    owner: 1,
    created_at: at,
    updated_at: at,
    can: ['update', 'delete'],
    read_user: [],
    write_user: [],
    name: `Person ${over.id}`,
    aliases: [],
    icon: null,
    birth_time: null,
    desc_sum: null,
    position: null,
    work_state: null,
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
    is_demo: false,
    ogs: [],
    memberships: [],
    ...over,
  }
}

/** A person as their page reads them. */
export function fakePerson({ desc, education, relations, ...over }: Partial<Person> & { id: number }): Person {
  return { ...fakePersonItem(over), desc: desc ?? null, education: education ?? [], relations: relations ?? [] }
}
