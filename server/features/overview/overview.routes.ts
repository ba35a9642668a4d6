import * as overview from '#contract/overview.api.ts'
import { sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './overview.service.ts'
import { exportProfile } from './profile.ts'

export function overviewRoutes(bind: Bind, { publicUrl }: { publicUrl: string | undefined }): void {
  bind(overview.ogOverview, (ctx, { params }) => service.readOverview(ctx, 'og', params.id))
  bind(overview.personOverview, (ctx, { params }) => service.readOverview(ctx, 'person', params.id))
  bind(overview.visitOg, (ctx, { params }) => service.visit(ctx, 'og', params.id))
  bind(overview.visitPerson, (ctx, { params }) => service.visit(ctx, 'person', params.id))
  bind(overview.exportOgProfile, async (ctx, { params, query }, { reply }) =>
    sendAttachment(reply, await exportProfile(ctx, 'og', params.id, { ...query, publicUrl })),
  )
  bind(overview.exportPersonProfile, async (ctx, { params, query }, { reply }) =>
    sendAttachment(reply, await exportProfile(ctx, 'person', params.id, { ...query, publicUrl })),
  )
}
