import * as person from '#contract/person.api.ts'
import { saveStated } from '#server/features/claim/claim.service.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { bulkPerson } from './bulk.ts'
import { linkOgName, listOgNames } from './og-name.ts'
import * as service from './person.service.ts'

export function personRoutes(bind: Bind): void {
  bind(person.listPersons, (ctx, { query }) => service.listPersons(ctx, query))
  bind(person.createPerson, (ctx, { body }) => saveStated(ctx, { noun: 'person' }, body, service.createPerson))
  bind(person.bulkPerson, (ctx, { body }) => bulkPerson(ctx, body))
  bind(person.listPersonLabels, (ctx, { query }) => service.listPersonLabels(ctx, query.keyword))
  bind(person.listOgNames, (ctx, { query }) => listOgNames(ctx, query))
  bind(person.linkOgName, (ctx, { body }) => linkOgName(ctx, body))
  bind(person.getPerson, (ctx, { params }) => service.readPerson(ctx, params.id))
  bind(person.personEvent, (ctx, { params, query }) => service.listPersonEvents(ctx, params.id, query))
  bind(person.updatePerson, (ctx, { params: { id }, body }) =>
    saveStated(ctx, { noun: 'person', id }, body, (ctx, values) => service.updatePerson(ctx, id, values)),
  )
  bind(person.deletePerson, (ctx, { params }) => service.deletePerson(ctx, params.id))
  bind(person.restorePerson, (ctx, { params }) => service.restorePerson(ctx, params.id))
  bind(person.listPersonHistory, (ctx, { params, query }) => service.listPersonHistory(ctx, params.id, query))
  bind(person.restorePersonValue, (ctx, { params, body }) => service.restorePersonValue(ctx, { params, body }))
}
