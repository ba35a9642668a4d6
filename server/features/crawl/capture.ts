import { asksForRest, decodeBody, effectiveStatus, hashOf, judgeQuality } from '#server/features/page/page.ts'
import type { Fetcher, FetchOptions } from '#server/platform/fetcher/fetch.ts'

export type CaptureDeps = { fetcher: Fetcher; agentName: string }

/** What came of asking for a page. */
export type Capture =
  | {
      kind: 'page'
      /** Where the last redirect led. */
      url: string
      status: number
      effectiveStatus: number
      isGood: boolean
      isBlocked: boolean
      qualityReasons: string[]
      retryAfterMs: number | null
      raw: Buffer
      /** SHA-256 of `raw`, hexadecimal. */
      hash: string
      /** Null for what is no HTML; then `text`. */
      html: string | null
      text: string | null
      title: string | null
      contentType: string | null
      charset: string | null
      headers: [string, string][]
      hops: { url: string; status: number; location: string }[]
      etag: string | null
      lastModified: string | null
      bytes: number
    }
  /** The site says that it is as it was. */
  | { kind: 'same'; bytes: number }
  | { kind: 'fault'; reason: string; detail: string; retryAfterMs: number | null; bytes: number }

type Page = { url: string; etag: string | null; lastModified: string | null }
type Rules = {
  charset: string | null
  isRendered: boolean
  maxBytes: number
  mayVisit: NonNullable<FetchOptions['mayVisit']>
}

const isReadable = (type: string) =>
  type === '' || /^(text\/(html|plain|xml)|application\/(xhtml\+xml|xml))$/.test(type)

export async function capture(
  page: Page,
  rules: Rules,
  { fetcher, signal }: CaptureDeps & { signal: AbortSignal },
): Promise<Capture> {
  const result = await fetcher.fetchPage(page.url, {
    since: { etag: page.etag, lastModified: page.lastModified },
    maxBytes: rules.maxBytes,
    maxDecodedBytes: rules.maxBytes,
    mayVisit: rules.mayVisit,
    acceptsType: isReadable,
    signal,
  })
  if (!result.ok) return { kind: 'fault', reason: result.reason, detail: result.detail, retryAfterMs: null, bytes: 0 }
  if (result.notModified) return { kind: 'same', bytes: result.bytesOnWire }
  const { headers, status, url, hops, body, isTruncated } = result
  const contentType = headers['content-type'] ?? null
  const { text, charset } = decodeBody(body, contentType, rules.charset)
  const isHtml = !/^text\/plain/i.test(contentType ?? '')
  const seen = { status, headers, html: text, url, askedUrl: page.url, isTruncated }
  const quality = judgeQuality(seen)
  const effective = effectiveStatus({ status, html: isHtml ? text : '', url, askedUrl: page.url, hops })
  return {
    kind: 'page',
    url,
    status,
    effectiveStatus: effective.status,
    isGood: quality.quality === 'good',
    isBlocked: asksForRest(status, quality),
    qualityReasons: quality.reasons,
    retryAfterMs: retryAfter(headers['retry-after']),
    raw: body,
    hash: hashOf(body).toString('hex'),
    html: isHtml ? text : null,
    text: isHtml ? null : text,
    title: null,
    contentType,
    charset,
    headers: result.rawHeaders,
    hops,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    bytes: result.bytesOnWire,
  }
}

function retryAfter(value: string | undefined): number | null {
  const seconds = Number(value)
  return value === undefined || !Number.isFinite(seconds) ? null : seconds * 1000
}
