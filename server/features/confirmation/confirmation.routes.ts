import { startProviderConfirmation } from '#contract/identity.api.ts'
import * as session from '#contract/session.api.ts'
import type { FactorParts } from '#server/features/factor/factor.service.ts'
import type { Identities } from '#server/features/identity/identity.service.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './confirmation.service.ts'

export function confirmationRoutes(bind: Bind, factors: FactorParts, identities: Identities): void {
  bind(session.startConfirmation, ctx => service.startConfirmation(ctx, factors))
  bind(session.confirmSession, (ctx, { body }) => service.confirm(ctx, factors, body))
  bind(startProviderConfirmation, (ctx, { body }) => service.startAtProvider(ctx, factors, identities, body.provider))
}
