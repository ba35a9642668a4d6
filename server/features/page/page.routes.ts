import * as page from '#contract/page.api.ts'
import { findPagePhrase as phraseEndpoint } from '#contract/page-phrase.api.ts'
import { createPageLookTicket } from '#contract/page-snapshot.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { makePageLookTicket } from './archive/look-ticket.ts'
import {
  type CountChanges,
  exportEvidence,
  getPageVersion,
  readPagePicture,
  readPageSnapshot,
} from './archive/version.ts'
import type { PageRow } from './page.queries.ts'
import * as service from './page.service.ts'
import { findPagePhrase } from './phrase.ts'

type OtherFeatures = {
  /** A round of one page. */
  fetchAlone: (ctx: Ctx, page: PageRow) => Promise<void>
  countChanges: CountChanges
  /** The origin for files; absent: archived pages are part of the console's own page. */
  contentOrigin: string | undefined
}

/** Functions of features that are built on this one are given. */
export function pageRoutes(bind: Bind, { fetchAlone, countChanges, contentOrigin }: OtherFeatures): void {
  bind(page.listPages, (ctx, { query }) => service.listPages(ctx, query))
  bind(page.listSites, (ctx, { query }) => service.listSites(ctx, query))
  bind(page.getPage, (ctx, { params }) => service.getPage(ctx, params.id))
  bind(page.createPage, (ctx, { body }) => service.createPage(ctx, body, fetchAlone))
  bind(page.updatePage, (ctx, { params, body }) => service.updatePage(ctx, params.id, body))
  bind(page.deletePage, (ctx, { params }) => service.deletePage(ctx, params.id))
  bind(page.fetchPage, (ctx, { params }) => service.fetchPageNow(ctx, params.id, fetchAlone))
  bind(page.listPageVersions, (ctx, { params, query }) => service.listPageVersions(ctx, params.id, query))
  bind(page.getPageVersion, (ctx, { params }) => getPageVersion(ctx, params.id, params.version_id))
  bind(page.getPageTimeline, (ctx, { params }) => service.getPageTimeline(ctx, params.id))
  bind(phraseEndpoint, (ctx, { params, body }) => findPagePhrase(ctx, params.id, body.words))
  bind(page.getPageLook, async (ctx, { params, query }) => ({
    ...(await readPageSnapshot(ctx, params.id, params.version_id, query.since, countChanges)),
    is_separate: contentOrigin !== undefined,
  }))
  bind(createPageLookTicket, (ctx, { params, query }) =>
    makePageLookTicket(ctx, params.id, params.version_id, query.since, contentOrigin),
  )
  bind(page.getPagePicture, (ctx, { params }) => readPagePicture(ctx, params.id, params.version_id))
  bind(page.exportEvidence, async (ctx, { params, query }, { reply }) => {
    const { name, file } = await exportEvidence(ctx, params.id, query.version)
    return reply
      .header('content-type', 'application/warc')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(file)
  })
}
