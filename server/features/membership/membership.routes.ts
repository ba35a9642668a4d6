import * as membership from '#contract/membership.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './membership.service.ts'

export function membershipRoutes(bind: Bind): void {
  bind(membership.listMemberships, (ctx, { query }) => service.listMemberships(ctx, query))
  bind(membership.createMembership, (ctx, { body }) => service.createMembership(ctx, body))
  bind(membership.updateMembership, (ctx, { params, body }) => service.updateMembership(ctx, params.id, body))
  bind(membership.deleteMembership, (ctx, { params }) => service.deleteMembership(ctx, params.id))
}
