import * as contract from '#contract/custom_field.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './custom_field.service.ts'

export function customFieldRoutes(bind: Bind): void {
  bind(contract.listCustomFields, (ctx, { query }) => door.listCustomFields(ctx, query.noun))
  bind(contract.createCustomField, (ctx, { body }) => door.createCustomField(ctx, body))
  bind(contract.updateCustomField, (ctx, { params, body }) => door.updateCustomField(ctx, params.id, body))
  bind(contract.orderCustomFields, (ctx, { body }) => door.orderCustomFields(ctx, body.noun, body.ids))
}
