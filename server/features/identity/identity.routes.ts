import * as identity from '#contract/identity.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './identity.service.ts'
import type { Identities } from './provider.ts'

export function identityRoutes(bind: Bind, identities: Identities): void {
  bind(identity.loginProviders, ctx => service.listWays(ctx, identities))
  bind(identity.startLogin, (ctx, { params }) => service.startLogin(ctx, identities, params.id))
  bind(identity.finishLogin, (ctx, { body }, { request }) =>
    service.finish(ctx, identities, body, request.headers['user-agent'] ?? ''),
  )
  bind(identity.backChannelLogout, (ctx, { params, body }) =>
    service.endByProvider(ctx, identities, params.id, body.logout_token),
  )
  bind(identity.listIdentityProviders, ctx => service.listProviders(ctx, identities))
  bind(identity.createIdentityProvider, (ctx, { body }) => service.createProvider(ctx, identities, body))
  bind(identity.updateIdentityProvider, (ctx, { params, body }) =>
    service.updateProvider(ctx, identities, params.id, body),
  )
  bind(identity.deleteIdentityProvider, (ctx, { params }) => service.deleteProvider(ctx, params.id))
  bind(identity.testIdentityProvider, (ctx, { params }) => service.testProvider(ctx, identities, params.id))
  bind(identity.listIdentities, (ctx, { params }) => service.listIdentities(ctx, params.id))
  bind(identity.startLink, (ctx, { params, body }) => service.startLink(ctx, identities, params.id, body.provider))
  bind(identity.deleteIdentity, (ctx, { params }) => service.deleteIdentity(ctx, params.id, params.identity_id))
}
