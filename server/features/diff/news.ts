import type { Ctx } from '#server/platform/ctx.ts'
import { tell } from '#server/record/news.ts'
import { type Came, findNews } from './news-queries.ts'

/**
 * Publishes the changes of a round or of single pages to the followers of the site, its pages, and the records
 * mentioned on them.
 */
export async function tellChanges(ctx: Ctx, ogId: number, came: Came): Promise<void> {
  await tell(ctx, await findNews(ctx, ogId, came))
}
