import type { TextCounts } from '#contract/text-counts.ts'
import { type Fetcher, type FetchOptions, mediaType } from '#server/platform/fetcher/fetch.ts'
import type { FetchFault } from '#server/platform/fetcher/result.ts'
import { captureHash } from '#server/store/store.ts'
import { decodeBody } from '#server/text/charset.ts'
import { isWholeJsonFeed } from '#server/text/feed-json.ts'
import { type FeedKind, feedKindOf } from '#server/text/feed-kind.ts'
import { isPdf, readPdf } from '#server/text/pdf.ts'
import { judgeQuality, requestsBackOff } from '#server/text/quality.ts'
import { feedType, isReadable } from './readable.ts'
import type { Renderer } from './render.ts'
import { effectiveStatus } from './soft-404.ts'

export type CaptureDeps = {
  fetcher: Fetcher
  agentName: string
  /** Null or omitted if this machine has no browser. */
  renderer?: Renderer | null
}

/** Result of fetching a page. */
export type Capture =
  | {
      kind: 'page'
      /** The final address after redirects. */
      url: string
      status: number
      effectiveStatus: number
      isGood: boolean
      /** The site, or a proxy in front of it, demands that the crawler stays away. */
      isBlocked: boolean
      qualityReasons: string[]
      retryAfterMs: number | null
      /** The bytes as received, without content codings; for a rendered page, its HTML in UTF-8. */
      raw: Buffer
      /** SHA-256 of `raw`, hexadecimal. */
      hash: string
      /** The markup of a page, or of a feed; null for all else, then `text` is set. */
      html: string | null
      text: string | null
      /** The page as the browser drew it (WebP), if pictures are taken and its content is new; `failed` if it could not. */
      picture: Buffer | 'failed' | null
      /** Set for PDF only: the title of HTML is read with its text. */
      title: string | null
      /** Set for PDF only: how much of it was read. */
      textCounts: TextCounts | null
      contentType: string | null
      charset: string | null
      headers: [string, string][]
      hops: { url: string; status: number; location: string }[]
      etag: string | null
      lastModified: string | null
      bytes: number
    }
  /** The site answers that the page is unchanged. */
  | { kind: 'same'; url: string; hops: { url: string; status: number; location: string }[]; bytes: number }
  | { kind: 'fault'; reason: string; detail: string; retryAfterMs: number | null; bytes: number }

type PageToFetch = {
  url: string
  /** The address that the validators came from, if not `url`. */
  finalUrl?: string
  /** SHA-256 of the newest good version, hexadecimal: identical bytes are not read again. */
  hash?: string
  etag: string | null
  lastModified: string | null
}
type Rules = {
  charset: string | null
  isRendered: boolean
  /** A rendered page with new content is also drawn as a picture; decides which files of it may be loaded. */
  picture?: { mayLoad(url: URL): FetchFault | null }
  maxBytes: number
  mayVisit: (url: URL) => FetchFault | null | Promise<FetchFault | null>
}
export type Content = Pick<
  Extract<Capture, { kind: 'page' }>,
  'raw' | 'html' | 'text' | 'title' | 'charset' | 'textCounts'
>

/** Fetches one page and reads the response: charset, PDF, rendering, quality, effective status. Stores nothing. */
export async function capture(
  page: PageToFetch,
  rules: Rules,
  { fetcher, renderer, signal }: CaptureDeps & { signal: AbortSignal },
): Promise<Capture> {
  const options: FetchOptions = {
    // A rendered page may change although its HTML shell does not.
    since: rules.isRendered ? {} : { url: page.finalUrl, etag: page.etag, lastModified: page.lastModified },
    maxBytes: rules.maxBytes,
    maxDecodedBytes: rules.maxBytes,
    mayVisit: rules.mayVisit,
    acceptsType: isReadable,
    signal,
  }
  const result = await fetcher.fetchPage(page.url, options)
  const fault = (reason: string, detail: string, bytes = 0): Capture => ({
    kind: 'fault',
    reason,
    detail,
    retryAfterMs: null,
    bytes,
  })
  if (!result.ok) return fault(result.reason, result.detail)
  const { headers, status, url, hops, isTruncated, bytesOnWire } = result
  const same: Capture = { kind: 'same', url, hops, bytes: bytesOnWire }
  if (result.notModified) return same

  const isSame = page.hash !== undefined && status === 200 && !rules.isRendered && !isTruncated
  if (isSame && captureHash(result.body).toString('hex') === page.hash) return same

  const contentType = headers['content-type'] ?? null
  const content = await readContent(result.body, contentType, rules.charset, status)
  if ('reason' in content) return fault(content.reason, content.detail, bytesOnWire)
  let picture: Buffer | 'failed' | null = null
  const isFeed = content.html !== null && feedKindOf(content.html) !== null
  if (rules.isRendered && content.html !== null && !isFeed && status < 300) {
    const rendered = renderer
      ? await renderer.render({
          url,
          status,
          html: content.html,
          mayVisit: rules.mayVisit,
          maxBytes: rules.maxBytes,
          signal,
        })
      : { ok: false as const, reason: 'no_browser' as const, detail: '' }
    if (!rendered.ok) return fault(rendered.reason, rendered.detail, bytesOnWire)
    const raw = Buffer.from(rendered.html)
    Object.assign(content, { html: rendered.html, raw, charset: 'utf-8' })
    if (rules.picture && captureHash(raw).toString('hex') !== page.hash)
      picture = (await renderer?.drawPicture?.({ url, html: rendered.html, ...rules.picture })) ?? 'failed'
  }
  // The titles of a feed are those of other pages.
  const html = isFeed ? '' : (content.html ?? '')
  const quality = judgeQuality({
    status,
    headers,
    html: content.html ?? content.text ?? '',
    url,
    requestedUrl: page.url,
    isTruncated,
  })
  return {
    kind: 'page',
    url,
    status,
    effectiveStatus: effectiveStatus({ status, html, url, requestedUrl: page.url, hops }).status,
    isGood: quality.quality === 'good',
    isBlocked: requestsBackOff(status, quality),
    qualityReasons: quality.reasons,
    retryAfterMs: retryAfter(headers),
    ...content,
    picture,
    hash: captureHash(content.raw).toString('hex'),
    contentType,
    headers: result.rawHeaders,
    hops,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    bytes: bytesOnWire,
  }
}

/** Reads a body: its charset and HTML, or the text of a PDF; the reason if it is no page. */
export async function readContent(
  body: Buffer,
  contentType: string | null,
  charset: string | null,
  status: number,
): Promise<Content | { reason: string; detail: string }> {
  const type = mediaType(contentType ?? undefined)
  if (body.length > 0 && isPdf(body, type)) {
    const pdf = await readPdf(body)
    if (!pdf.ok) return { reason: pdf.reason, detail: pdf.detail }
    return { raw: body, html: null, text: pdf.text, title: pdf.title, charset: null, textCounts: pdf.counts }
  }
  const decoded = decodeBody(body, contentType, charset)
  if (isBinary(decoded.text)) return { reason: 'content_type', detail: `bytes sent as ${type || 'nothing'}` }
  const { text } = decoded
  const feed = feedKindOf(text)
  if (feed && isUnreadable(feed, text)) return { reason: 'bad_feed', detail: 'feed without its end' }
  if (feed) return { raw: body, html: text, text: null, title: null, charset: decoded.charset, textCounts: null }
  if (status < 300 && feedType.test(type))
    return /json$/.test(type) && type !== 'application/feed+json'
      ? { reason: 'content_type', detail: type }
      : { reason: 'bad_feed', detail: `no feed, sent as ${type}` }
  // A missing type is detected from the text; text/plain stays text/plain, as in browsers.
  const isHtml =
    type === ''
      ? // units: inspected, never stored
        /^[\s\ufeff]*<(!doctype|html|head|body|!--)/i.test(decoded.text.slice(0, 1_000))
      : type !== 'text/plain'
  const own = isHtml ? { html: text, text: null } : { html: null, text }
  return { raw: body, ...own, title: null, charset: decoded.charset, textCounts: null }
}

/** A feed that ends before its first entry does. */
function isUnreadable(kind: FeedKind, text: string): boolean {
  if (kind === 'json') return !isWholeJsonFeed(text)
  return !/<\/(?:[\w.-]+:)?(?:item|entry|url|rss|rdf|feed|channel|urlset)\s*>/i.test(text) && !/\/>\s*$/.test(text)
}

/** Detects pictures and archives that are sent as pages. */
function isBinary(text: string): boolean {
  // units: inspected, never stored
  const head = text.slice(0, 2_000)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return (head.match(/[\u0000-\u0008\u000e-\u001a]/g)?.length ?? 0) > 4
}

/**
 * Milliseconds to wait: the header gives seconds, or a date that is compared with the server's own clock. Null if
 * absent or unreadable.
 */
function retryAfter(headers: Record<string, string>): number | null {
  const value = headers['retry-after']
  if (value === undefined) return null
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1_000
  const waitMs = Date.parse(value) - Date.parse(headers.date ?? '')
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : null
}
