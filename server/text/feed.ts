import type { FeedCounts } from '#contract/feed-counts.ts'
import { cutText } from '#contract/text.ts'
import type { Feed, FeedEntry } from './feed-entry.ts'
import { readJsonFeed } from './feed-json.ts'
import { type FeedKind, feedKindOf } from './feed-kind.ts'
import { readXmlFeed } from './feed-xml.ts'

/** Null if the text is no feed; a feed that cannot be read at all is cut and has no entries. */
export function readFeed(text: string, url: string, kind: FeedKind | null = feedKindOf(text)): Feed | null {
  if (kind === null) return null
  const feed = kind === 'json' ? readJsonFeed(text, url) : readXmlFeed(text, url)
  const { broken, isOver, ...rest } = feed
  const seen = new Set<string>()
  const filled = feed.entries.filter(({ title, link, summary }) => title !== '' || link !== '' || summary !== '')
  const entries = filled.filter(entry => {
    const key = JSON.stringify([entry.id, entry.title, entry.link, entry.summary])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  const counts: FeedCounts = {
    entries: entries.length,
    unreadable: broken + feed.entries.length - filled.length,
    repeated: filled.length - entries.length,
    no_link: entries.filter(({ link }) => link === '').length,
    is_over: isOver,
    is_cut: feed.isCut && !isOver,
  }
  return { ...rest, entries: withOwnIds(entries), counts }
}

/** Ids are often missing or the same for all entries: an entry is then known by its address, or by its title. */
function withOwnIds(entries: FeedEntry[]): FeedEntry[] {
  const countOf = (key: (entry: FeedEntry) => string) => {
    const counts = new Map<string, number>()
    for (const entry of entries) counts.set(key(entry), (counts.get(key(entry)) ?? 0) + 1)
    return (entry: FeedEntry) => key(entry) !== '' && counts.get(key(entry)) === 1
  }
  const hasOwnId = countOf(({ id }) => id)
  const hasOwnLink = countOf(({ link }) => link)
  const used = new Map<string, number>()
  return entries.map(entry => {
    const id = hasOwnId(entry)
      ? entry.id
      : hasOwnLink(entry)
        ? entry.link
        : `${entry.link} ${entry.title || cutText(entry.summary, 100)}`
    const times = (used.get(id) ?? 0) + 1
    used.set(id, times)
    return { ...entry, id: times === 1 ? id : `${id} ${times}` }
  })
}
