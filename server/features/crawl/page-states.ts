import type { Ctx } from '#server/platform/ctx.ts'
import { urlKey } from '#server/text/url.ts'
import { findMovedPages, movePage, reportMove, reportPageStates } from './page-states.queries.ts'

/** Reports pages that moved, fail, answer again or are forbidden now, at the end of a round that is not the first. */
export async function reportStates(ctx: Ctx, ogId: number, round: number): Promise<void> {
  for (const page of await findMovedPages(ctx, ogId, round)) {
    const key = urlKey(page.to)
    if (key === null) continue
    const isMoved = await movePage(ctx, ogId, round, { ...page, url_key: key })
    if (isMoved || !page.is_elsewhere) await reportMove(ctx, ogId, round, page)
  }
  await reportPageStates(ctx, ogId, round)
}
