export type FeedKind = 'xml' | 'json'

/** Characters in front of the root element: comments, instructions, a document type with its entities. */
const headChars = 20_000
const roots = /^<(?:[\w.-]+:)?(rss|rdf|feed|channel|urlset)(?=[\s>/])/i
const rdfFeed = /purl\.org\/(?:rss|net\/rss)|netscape\.com\/rdf|<(?:\w+:)?channel[\s>]/i
const atomFeed = /w3\.org\/2005\/atom|purl\.org\/atom/i
const newsMap = /google\.com\/schemas\/sitemap-news|<news:news[\s>]/i

/** The kind of a feed, decided by its content: servers send feeds as text, as XML of any type, or as HTML. */
export function feedKindOf(text: string): FeedKind | null {
  // units: inspected, never stored
  const head = text.slice(0, headChars).trimStart()
  if (head.startsWith('{')) return /"https?:\\?\/\\?\/jsonfeed\.org\\?\/version\\?\//.test(text) ? 'json' : null
  if (!head.startsWith('<')) return null
  const start = rootStart(head)
  const rest = head.slice(start)
  const name = roots.exec(rest)?.[1]?.toLowerCase()
  if (name === undefined) return null
  if (name === 'rss') return 'xml'
  if (name === 'feed') return atomFeed.test(rest) || /<entry[\s>]/i.test(rest) ? 'xml' : null
  if (name === 'urlset') return newsMap.test(rest) ? 'xml' : null
  return rdfFeed.test(rest) || /<item[\s>]/i.test(rest) ? 'xml' : null
}

/** The position of the first element. */
function rootStart(head: string): number {
  let at = 0
  while (at < head.length) {
    while (/\s/.test(head[at] ?? '')) at += 1
    const end = head.startsWith('<!--', at)
      ? after(head, '-->', at)
      : head.startsWith('<?', at)
        ? after(head, '?>', at)
        : head.startsWith('<!', at)
          ? declarationEnd(head, at)
          : at
    if (end === at) return at
    at = end
  }
  return at
}

function after(head: string, sign: string, at: number): number {
  const found = head.indexOf(sign, at)
  return found === -1 ? head.length : found + sign.length
}

/** A document type may contain declarations in brackets. */
function declarationEnd(head: string, at: number): number {
  const end = after(head, '>', at)
  const bracket = head.indexOf('[', at)
  if (bracket === -1 || bracket > end) return end
  const closed = /\]\s*>/g
  closed.lastIndex = bracket
  return closed.exec(head) ? closed.lastIndex : head.length
}
