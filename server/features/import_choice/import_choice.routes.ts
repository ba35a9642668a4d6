import * as contract from '#contract/import_choice.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './import_choice.service.ts'

export function importChoiceRoutes(bind: Bind): void {
  bind(contract.listImportChoices, (ctx, { query }) => service.listImportChoices(ctx, query))
  bind(contract.countImportChoices, (ctx, { query }) => service.countImportChoices(ctx, query))
  bind(contract.decideImportChoices, (ctx, { body }) => service.decideImportChoices(ctx, body))
}
