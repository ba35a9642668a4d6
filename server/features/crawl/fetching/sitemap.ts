import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Parser } from 'htmlparser2'
import type { Fetcher, FetchOptions } from '#server/platform/fetcher/fetch.ts'
import { XmlNames } from '#server/platform/files/xml-names.ts'
import { decodeBody } from '#server/text/charset.ts'

type SitemapEntry = {
  url: string
  /** Date of the last change according to the site; null if not given. */
  lastModified: Date | null
}
type Sitemap = { kind: 'index' | 'urls'; entries: SitemapEntry[] }

type SitemapLimits = { maxUrls?: number; maxFiles?: number; maxDepth?: number; maxBytes?: number }

const unzip = promisify(gunzip)
const megabyte = 1_048_576
/** Limits of the protocol for one file. */
const fileBytes = 50 * megabyte
const fileUrls = 50_000

/**
 * Collects the addresses of a site's maps, including nested maps: at most 50,000 addresses from 50 files, 3 levels and
 * 100 MiB, whatever the maps contain. Skips faulty files. Returns addresses as the maps give them, each once.
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

/**
 * Reads one file: an index, a set of addresses, or plain lines of addresses. XML is read by namespace; entities that
 * the file declares are never expanded.
 */
export function readSitemap(body: Buffer, url: string, maxUrls = fileUrls): Sitemap {
  const { text } = decodeBody(body, 'text/xml')
  if (!/^[\s\ufeff]*</.test(text)) {
    const lines = text.split(/\r\n?|\n/, maxUrls)
    return { kind: 'urls', entries: lines.flatMap(line => entryOf(line, null, url)) }
  }
  return readXml(text, url, maxUrls)
}

/** Characters of a map that are parsed at a time, so that parsing stops at the limits. */
const sliceChars = 65_536
/** Elements of a map nest four deep. */
const mostDepth = 100

/**
 * Elements of the map have the namespace of its root, whatever their prefix; elements of images and videos have others.
 */
function readXml(text: string, base: string, maxUrls: number): Sitemap {
  const names = new XmlNames()
  const map: Sitemap = { kind: 'urls', entries: [] }
  let root: string | null | undefined | false = false
  let item = { loc: '', lastmod: '' }
  let field: 'loc' | 'lastmod' | null = null
  const localOf = (name: string) => {
    const { namespace, local } = names.split(name)
    if (root === false) root = namespace
    // A file that declares no namespaces uses prefixes only for images.
    const isOwn = namespace === root || (namespace === undefined && /^(s|sm|sitemap):/i.test(name))
    return isOwn ? local.toLowerCase() : ''
  }
  const opened: string[] = []
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        names.enter(attributes)
        const local = localOf(name)
        opened.push(local)
        if (local === 'sitemapindex') map.kind = 'index'
        if (local === 'url' || local === 'sitemap') item = { loc: '', lastmod: '' }
        field = (local === 'loc' || local === 'lastmod') && item[local] === '' ? local : null
      },
      ontext(piece) {
        if (field && item[field].length < mostAddress) item[field] += piece
      },
      onclosetag() {
        const local = opened.pop()
        names.leave()
        field = null
        if (local !== (map.kind === 'index' ? 'sitemap' : 'url') || map.entries.length >= maxUrls) return
        map.entries.push(...entryOf(item.loc, item.lastmod, base))
        item = { loc: '', lastmod: '' }
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  // The parser's list of open elements grows at its front, so that deep nesting would take it half a minute.
  for (let at = 0; at < text.length && map.entries.length < maxUrls && opened.length <= mostDepth; at += sliceChars)
    parser.write(text.slice(at, at + sliceChars))
  return map
}

const mostAddress = 2_100

function entryOf(address: string, modified: string | null, base: string): SitemapEntry[] {
  const text = address.trim()
  if (text === '' || text.length > mostAddress) return []
  const found = URL.parse(text, base)
  if (!found || !/^https?:$/.test(found.protocol)) return []
  const time = Date.parse((modified ?? '').trim())
  return [{ url: found.href, lastModified: Number.isNaN(time) ? null : new Date(time) }]
}
