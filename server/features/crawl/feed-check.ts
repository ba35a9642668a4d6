// Searches stored pages once for feeds: those that they declare, and those that they are. A page that has not changed
// since feeds are read would otherwise keep its feed unknown.
import { readStoredPage } from '#server/features/page/page.service.ts'
import { queueUrls } from '#server/features/site/site.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { declaredFeeds } from '#server/text/declared-feeds.ts'
import { extractInThread } from '#server/text/extract-apart.ts'
import { isFeed } from '#server/text/source.ts'
import { hostsOf, inScope, urlKey } from '#server/text/url.ts'
import { type CheckedPage, claimFeedChecks, findScopes, removeFeedChecks, setFeedCounts } from './feed-check.queries.ts'

const portion = 20

/** Checks pages until none is left. A page whose bytes cannot be read is dropped: its next version is read as a feed. */
export async function checkFeeds(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  while (await checkPortion(ctx)) signal?.throwIfAborted()
}

/** The pages leave the queue in the transaction that stores what they contain. */
function checkPortion(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async ctx => {
    const pages = await claimFeedChecks(ctx, portion)
    const scopes = await findScopes(ctx, [...new Set(pages.map(({ og_id }) => og_id))])
    for (const page of pages) {
      const scope = scopes.get(page.og_id)
      const hosts = scope ? hostsOf(scope) : []
      const feeds = (await readFeeds(ctx, page)).filter(url => inScope(url, hosts))
      const urls = feeds.flatMap(url => {
        const url_key = urlKey(url)
        return url_key === null ? [] : [{ url, url_key, depth: 1 }]
      })
      await queueUrls(ctx, page.og_id, urls)
    }
    await removeFeedChecks(ctx, pages)
    return pages.length > 0
  })
}

/** The feeds that a page declares; the counts of a page that is one are stored. */
async function readFeeds(ctx: Ctx, page: CheckedPage): Promise<string[]> {
  if (page.last_version === null) return []
  try {
    const source = await readStoredPage(ctx, page)
    if (!isFeed(source)) return source.html === null ? [] : declaredFeeds(source.html, page.final_url)
    const { feed } = await extractInThread(source)
    if (feed) await setFeedCounts(ctx, page, feed)
  } catch (error) {
    if (isTransient(error)) throw error
    ctx.log.warn({ err: error, page: page.page_id }, 'crawl: a stored page could not be searched for feeds')
  }
  return []
}
