import * as overview from '#contract/overview.ts'
import type { Bind } from '#server/platform/http.ts'
import * as door from './overview.ts'

export function overviewRoutes(bind: Bind): void {
  bind(overview.ogOverview, (ctx, { params }) => door.readOverview(ctx, 'og', params.id))
  bind(overview.personOverview, (ctx, { params }) => door.readOverview(ctx, 'person', params.id))
  bind(overview.visitOg, (ctx, { params }) => door.visit(ctx, 'og', params.id))
  bind(overview.visitPerson, (ctx, { params }) => door.visit(ctx, 'person', params.id))
}
