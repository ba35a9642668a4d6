import * as contract from '#contract/identifier.ts'
import type { Bind } from '#server/platform/http.ts'
import { checkIdentifiers } from './identifier.ts'

export function identifierRoutes(bind: Bind): void {
  bind(contract.checkIdentifiers, (ctx, { body }) => checkIdentifiers(ctx, body))
}
