import * as person from '#contract/person.api.ts'
import { saveStated } from '#server/features/claim/claim.service.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkPerson } from './bulk.ts'
import { linkOgName, listOgNames } from './og-name.ts'
import * as door from './person.service.ts'

export function personRoutes(bind: Bind): void {
  bind(person.listPersons, (ctx, { query }) => door.listPersons(ctx, query))
  bind(person.createPerson, (ctx, { body }) => saveStated(ctx, { noun: 'person' }, body, door.createPerson))
  bind(person.bulkPerson, (ctx, { body }) => bulkPerson(ctx, body))
  bind(person.listPersonLabels, (ctx, { query }) => door.listPersonLabels(ctx, query.keyword))
  bind(person.listOgNames, (ctx, { query }) => listOgNames(ctx, query))
  bind(person.linkOgName, (ctx, { body }) => linkOgName(ctx, body))
  bind(person.getPerson, (ctx, { params }) => door.readPerson(ctx, params.id))
  bind(person.personEvent, (ctx, { params, query }) => door.listPersonEvents(ctx, params.id, query))
  bind(person.updatePerson, (ctx, { params: { id }, body }) =>
    saveStated(ctx, { noun: 'person', id }, body, (ctx, values) => door.updatePerson(ctx, id, values)),
  )
  bind(person.deletePerson, (ctx, { params }) => door.deletePerson(ctx, params.id))
  bind(person.restorePerson, (ctx, { params }) => door.restorePerson(ctx, params.id))
  bind(person.listPersonHistory, (ctx, { params, query }) => door.listPersonHistory(ctx, params.id, query))
  bind(person.restorePersonValue, (ctx, { params, body }) => door.restorePersonValue(ctx, { params, body }))
}
