import * as contract from '#contract/custom_field.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './custom_field.service.ts'

export function customFieldRoutes(bind: Bind): void {
  bind(contract.listCustomFields, (ctx, { query }) => service.listCustomFields(ctx, query.noun))
  bind(contract.createCustomField, (ctx, { body }) => service.createCustomField(ctx, body))
  bind(contract.updateCustomField, (ctx, { params, body }) => service.updateCustomField(ctx, params.id, body))
  bind(contract.orderCustomFields, (ctx, { body }) => service.orderCustomFields(ctx, body.noun, body.ids))
}
