import * as group from '#contract/group.api.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './group.service.ts'

export function groupRoutes(bind: Bind): void {
  bind(group.visibleGroups, ctx => service.listVisibleGroups(ctx))
  bind(group.listGroups, (ctx, { query }) => service.listGroups(ctx, query))
  bind(group.createGroup, (ctx, { body }) => service.createGroup(ctx, body))
  bind(group.getGroup, (ctx, { params }) => service.getGroup(ctx, params.id))
  bind(group.updateGroup, (ctx, { params, body }) => service.updateGroup(ctx, params.id, body))
  bind(group.deleteGroup, (ctx, { params, query }) => service.deleteGroup(ctx, params.id, query.heir))
}
