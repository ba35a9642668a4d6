import * as contract from '#contract/import_choice.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './import_choice.service.ts'

export function importChoiceRoutes(bind: Bind): void {
  bind(contract.listImportChoices, (ctx, { query }) => door.listImportChoices(ctx, query))
  bind(contract.countImportChoices, (ctx, { query }) => door.countImportChoices(ctx, query))
  bind(contract.decideImportChoices, (ctx, { body }) => door.decideImportChoices(ctx, body))
}
