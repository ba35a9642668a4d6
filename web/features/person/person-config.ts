import { personOverview, visitPerson } from '#contract/overview.api.ts'
import type { Person } from '#contract/person.api.ts'
import type { RecordConfig } from '#web/record/record-config.ts'
import { personPageMessages } from './page-messages.ts'
import { personCalls } from './person-calls.ts'

export const personConfig: RecordConfig<Person> = {
  noun: 'person',
  calls: personCalls,
  nameOf: person => person.name,
  texts: personPageMessages,
  list: 'person',
  detail: 'person_detail',
  overview: { get: personOverview, visit: visitPerson },
}
