import type { FeedEntry, RawFeed } from './feed-entry.ts'
import { feedAddress, mostEntries } from './feed-entry.ts'
import { contentOf, paragraphsOfMarkup, plainText, textOfMarkup } from './feed-text.ts'

/** Whether the text is JSON with a list of entries. */
export function isWholeJsonFeed(text: string): boolean {
  return Array.isArray(parse(text)?.items)
}

export function readJsonFeed(text: string, url: string): RawFeed {
  const feed = parse(text)
  const items = Array.isArray(feed?.items) ? (feed.items as unknown[]) : null
  const entries = (items ?? []).slice(0, mostEntries).flatMap(item => entryOf(item, url))
  const isOver = items !== null && items.length > mostEntries
  return {
    title: plainText(stringOf(feed?.title)),
    description: plainText(stringOf(feed?.description)),
    lang: stringOf(feed?.language) || null,
    entries,
    broken: Math.min(items?.length ?? 0, mostEntries) - entries.length,
    isOver,
    isCut: items === null || isOver,
  }
}

function entryOf(item: unknown, url: string): FeedEntry[] {
  if (typeof item !== 'object' || item === null) return []
  const of = (name: string) => stringOf((item as Record<string, unknown>)[name])
  const summary = plainText(of('summary') || of('content_text')) || textOfMarkup(of('content_html'))
  return [
    {
      id: of('id'),
      title: textOfMarkup(of('title')),
      link: feedAddress(of('url') || of('external_url'), url),
      date: of('date_published') || of('date_modified'),
      summary,
      ...contentOf(summary, paragraphsOfMarkup(of('content_html'))),
    },
  ]
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
