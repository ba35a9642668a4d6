import type { Ctx } from '#server/platform/ctx.ts'
import { tell } from '#server/record/news.ts'
import { type Came, findNews } from './news-queries.ts'

/** Tells those who follow the site, its pages, or what is named on them, what came with a round or with single pages. */
export async function tellChanges(ctx: Ctx, ogId: number, came: Came): Promise<void> {
  await tell(ctx, await findNews(ctx, ogId, came))
}
