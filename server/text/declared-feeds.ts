import { cutUnits } from '#contract/text.ts'
import { isFeedLink } from './extract-html.ts'
import { walkHtml } from './extract-walk.ts'

/** Feeds are declared in the head of a page. */
const headChars = 400_000
const mostFeeds = 20

/** The addresses of the feeds that a page declares, absolute, each once. */
export function declaredFeeds(html: string, url: string): string[] {
  const feeds = new Set<string>()
  let base = url
  walkHtml(cutUnits(html, headChars), {
    open(name, attributes) {
      if (name === 'base') base = URL.parse(attributes.get('href') ?? '', url)?.href ?? base
      if (name !== 'link' || feeds.size >= mostFeeds || !isFeedLink(attributes)) return
      const feed = URL.parse(attributes.get('href')?.trim() ?? '', base)
      if (feed && /^https?:$/.test(feed.protocol)) feeds.add(feed.href.replace(/#.*$/, ''))
    },
    close() {},
    text() {},
  })
  return [...feeds]
}
