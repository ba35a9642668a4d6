import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Fetcher, FetchOptions } from '#server/platform/fetcher/fetch.ts'
import { decodeBody } from '#server/text/charset.ts'

export type SitemapEntry = {
  url: string
  /** When the site says that it last changed; null where it does not. */
  lastModified: Date | null
}
export type Sitemap = { kind: 'index' | 'urls'; entries: SitemapEntry[] }

export type SitemapLimits = { maxUrls?: number; maxFiles?: number; maxDepth?: number; maxBytes?: number }

const unzip = promisify(gunzip)
const megabyte = 1_048_576
/** What the protocol allows for one file. */
const fileBytes = 50 * megabyte
const fileUrls = 50_000

/**
 * Addresses of a site's maps, nested ones included: at most 50,000 of them from 50 files, 3 levels and 100 MiB, whatever
 * the maps say. Faulty files are passed over; addresses are as the maps give them, each once.
 */
export async function collectSitemaps(
  fetcher: Fetcher,
  starts: readonly string[],
  { mayVisit, signal }: Pick<FetchOptions, 'mayVisit' | 'signal'>,
  limits: SitemapLimits = {},
): Promise<SitemapEntry[]> {
  const { maxUrls = 50_000, maxFiles = 50, maxDepth = 3, maxBytes = 100 * megabyte } = limits
  const found = new Map<string, SitemapEntry>()
  const seen = new Set<string>(starts)
  let level = [...seen]
  let [files, bytes] = [0, 0]
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: string[] = []
    for (const url of level) {
      if (files >= maxFiles || found.size >= maxUrls || bytes >= maxBytes || signal?.aborted) return [...found.values()]
      files++
      const body = await fetchFile(fetcher, url, Math.min(fileBytes, maxBytes - bytes), { mayVisit, signal })
      if (!body) continue
      bytes += body.length
      const map = readSitemap(body, url, maxUrls)
      for (const entry of map.entries)
        if (map.kind === 'urls') {
          if (found.size < maxUrls && !found.has(entry.url)) found.set(entry.url, entry)
        } else if (!seen.has(entry.url) && seen.size < maxFiles * 2) {
          seen.add(entry.url)
          next.push(entry.url)
        }
    }
    level = next
  }
  return [...found.values()]
}

async function fetchFile(
  fetcher: Fetcher,
  url: string,
  maxBytes: number,
  options: Pick<FetchOptions, 'mayVisit' | 'signal'>,
): Promise<Buffer | null> {
  const result = await fetcher.fetchPage(url, { ...options, maxBytes: 20 * megabyte, maxDecodedBytes: maxBytes })
  if (!result.ok || result.status !== 200) return null
  const { body } = result
  if (!(body[0] === 0x1f && body[1] === 0x8b)) return body
  return await unzip(body, { maxOutputLength: maxBytes }).catch(() => null)
}

/** One file: an index, a set of addresses, or plain lines of them. Reads XML by its few elements; entities are never expanded. */
export function readSitemap(body: Buffer, url: string, maxUrls = fileUrls): Sitemap {
  const { text } = decodeBody(body, 'text/xml')
  if (!/^[\s\ufeff]*</.test(text)) {
    const lines = text.split(/\r\n?|\n/, maxUrls)
    return { kind: 'urls', entries: lines.flatMap(line => entryOf(line, null, url)) }
  }
  // units: looked at, never kept
  const isIndex = /<([a-z]+:)?sitemapindex[\s>]/i.test(text.slice(0, 5_000))
  const entries: SitemapEntry[] = []
  const end = isIndex ? /<\/([a-z]+:)?sitemap\s*>/gi : /<\/([a-z]+:)?url\s*>/gi
  let from = 0
  for (const close of text.matchAll(end)) {
    const item = text.slice(from, close.index)
    from = close.index + close[0].length
    entries.push(...entryOf(elementOf(item, 'loc'), elementOf(item, 'lastmod'), url))
    if (entries.length >= maxUrls) break
  }
  return { kind: isIndex ? 'index' : 'urls', entries }
}

/** Text of the first element of this name; those of images and videos have prefixes of their own. */
function elementOf(item: string, name: string): string | null {
  const open = new RegExp(`<(?:s|sm|sitemap)?:?${name}(?:\\s[^>]{0,200})?>`, 'i').exec(item)
  if (!open) return null
  const from = open.index + open[0].length
  const to = item.indexOf('</', from)
  return to < 0 ? null : item.slice(from, to)
}

function entryOf(address: string | null, modified: string | null, base: string): SitemapEntry[] {
  const text = (address ?? '').replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, '').trim()
  if (text === '' || text.length > 2_100) return []
  const found = URL.parse(
    text.replace(/&(amp|lt|gt|quot|apos|#38|#x26);/gi, (_, name: string) => entities[name.toLowerCase()] ?? ''),
    base,
  )
  if (!found || !/^https?:$/.test(found.protocol)) return []
  const time = Date.parse((modified ?? '').trim())
  return [{ url: found.href, lastModified: Number.isNaN(time) ? null : new Date(time) }]
}
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#38': '&', '#x26': '&' }
