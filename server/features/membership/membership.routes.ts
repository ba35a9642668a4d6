import * as membership from '#contract/membership.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './membership.service.ts'

export function membershipRoutes(bind: Bind): void {
  bind(membership.listMemberships, (ctx, { query }) => door.listMemberships(ctx, query))
  bind(membership.createMembership, (ctx, { body }) => door.createMembership(ctx, body))
  bind(membership.updateMembership, (ctx, { params, body }) => door.updateMembership(ctx, params.id, body))
  bind(membership.deleteMembership, (ctx, { params }) => door.deleteMembership(ctx, params.id))
}
