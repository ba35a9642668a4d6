import { personOverview, visitPerson } from '#contract/overview.ts'
import type { Person } from '#contract/person.ts'
import type { RecordKit } from '#web/record/kit.ts'
import { personPageMessages } from './page-messages.ts'
import { personCalls } from './person-calls.ts'

export const personKit: RecordKit<Person> = {
  noun: 'person',
  calls: personCalls,
  nameOf: person => person.name,
  texts: personPageMessages,
  list: 'person',
  detail: 'person_detail',
  overview: { get: personOverview, visit: visitPerson },
}
