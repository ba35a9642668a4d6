import { generateAtomFeed, generateJsonFeed } from 'feedsmith'
import type { FeedFile } from '#contract/feed.api.ts'
import type { FeedEntry } from './entries.ts'

type Options = {
  id: string
  title: string
  /** The time of a feed without entries. */
  at: string
  entries: readonly FeedEntry[]
  publicUrl: string
  selfUrl: string
}

/** Marks ids of this product; with the instant of its creation, a feed is unlike those of other installations. */
const authority = 'tag:og-group,2026:'

/** The feed as text; the same entries always make the same text. */
export function writeFeed(file: FeedFile, options: Options): string {
  return file === 'atom.xml' ? writeAtom(options) : writeJson(options)
}

const linkOf = ({ publicUrl }: Options, { path }: FeedEntry) => publicUrl + path
/** Characters that XML 1.0 cannot contain. */
const plain = (text: string) => text.replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, ' ')

function writeAtom(options: Options): string {
  const { id, title, at, entries, publicUrl, selfUrl } = options
  return generateAtomFeed({
    id: `${authority}${id}`,
    title: { value: plain(title) },
    updated: entries.reduce((newest, entry) => (entry.at > newest ? entry.at : newest), at),
    authors: [{ name: 'Og Group' }],
    links: [
      { href: selfUrl, rel: 'self', type: 'application/atom+xml' },
      { href: publicUrl, rel: 'alternate', type: 'text/html' },
    ],
    entries: entries.map(entry => ({
      id: `${authority}${id}/${entry.id}`,
      title: { value: plain(entry.title) },
      updated: entry.at,
      links: [{ href: linkOf(options, entry), rel: 'alternate', type: 'text/html' }],
      content: { value: plain(entry.text), type: 'text' },
    })),
  })
}

function writeJson(options: Options): string {
  const { id, title, entries, publicUrl, selfUrl } = options
  const feed = generateJsonFeed({
    title,
    home_page_url: publicUrl,
    feed_url: selfUrl,
    items: entries.map(entry => ({
      id: `${authority}${id}/${entry.id}`,
      url: linkOf(options, entry),
      title: entry.title,
      content_text: entry.text,
      date_published: entry.at,
      date_modified: entry.at,
    })),
  })
  return JSON.stringify(feed)
}
