import * as contract from '#contract/identifier.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { checkIdentifiers } from './identifier.service.ts'

export function identifierRoutes(bind: Bind): void {
  bind(contract.checkIdentifiers, (ctx, { body }) => checkIdentifiers(ctx, body))
}
