import type { Extract, PageBlock } from './extract-block.ts'
import { readFeed } from './feed.ts'
import { showFeedDate } from './feed-date.ts'
import type { FeedKind } from './feed-kind.ts'
import { isBeginOf } from './feed-text.ts'
import { ignoreTexts, type SiteFilter } from './site-filter.ts'
import { withoutTracking } from './url.ts'

/**
 * A feed as a page: its title, then the title of each entry with its link, and below it its text and the date. The
 * date is last and alone: feeds touch it without a reason, and entries of one day share it.
 */
export function extractFeed(text: string, url: string, kind: FeedKind, filter?: SiteFilter): Extract {
  const feed = readFeed(text, url, kind)
  const blocks: PageBlock[] = []
  const links = new Set<string>()
  if (feed?.title) blocks.push({ text: feed.title, links: [], tag: 'h1', part: 'main' })
  if (feed?.description) blocks.push({ text: feed.description, links: [], tag: 'p', part: 'main' })
  for (const entry of feed?.entries ?? []) {
    const link = entry.link === '' ? '' : withoutTracking(entry.link)
    if (link !== '') links.add(link.replace(/#.*$/, ''))
    const { text: date, at } = showFeedDate(entry.date)
    const own = { part: 'main' as const, entry: { id: entry.id, at } }
    const targets = link === '' ? [] : [link]
    const title = entry.title || (entry.summary === '' ? link : '')
    if (title !== '') blocks.push({ text: title, links: targets, tag: 'h3', ...own })
    const { content = [] } = entry
    const summary = isBeginOf(entry.summary, content) ? '' : entry.summary
    for (const [at, text] of (summary === '' ? content : [summary, ...content]).entries())
      blocks.push({ text, links: title === '' && at === 0 ? targets : [], tag: 'p', ...own })
    if (date !== '') blocks.push({ text: date, links: [], tag: 'div', ...own })
  }
  return {
    title: feed?.title ?? '',
    lang: feed?.lang ?? null,
    blocks: filter ? ignoreTexts(blocks, filter) : blocks,
    links: [...links],
    canonical: null,
    noindex: false,
    nofollow: false,
    source: '',
    isCut: feed?.isCut ?? true,
    isFeed: true,
    ...(feed && { feed: feed.counts }),
  }
}
