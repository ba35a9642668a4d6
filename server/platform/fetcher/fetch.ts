import { Agent } from 'undici'
import { cutText } from '#contract/text.ts'
import { decodeContent } from './body.ts'
import { guardedConnector } from './connect.ts'
import { exchange, type FetchLimits, type FetchResponse } from './exchange.ts'
import type { Guard } from './guard.ts'
import type { FetchFault, FetchResult, Hop } from './result.ts'

export type FetchOptions = Partial<FetchLimits> & {
  /** Limit of the body after its content codings are removed. */
  maxDecodedBytes?: number
  /** Limit of everything: lookups, redirects, body. */
  totalMs?: number
  maxRedirects?: number
  /** Validators of an earlier response; sent only to the address that returned them (`url`, else the first). */
  since?: { url?: string | undefined; etag?: string | null | undefined; lastModified?: string | null | undefined }
  /** Called before each hop, including the first; a fault ends the fetch. */
  mayVisit?: (url: URL) => FetchFault | null | Promise<FetchFault | null>
  /** Called with the media type of the last response (lower case, no parameters; '' if there is none). */
  acceptsType?: (type: string) => boolean
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type PostOptions = {
  headers: Record<string, string>
  body: string
  totalMs: number
  /** Limit of the response's body; the rest is not read. */
  maxBytes: number
  signal?: AbortSignal
}

/** `isBroken`: the connection ended before the response did. */
export type PostResult =
  | { ok: true; status: number; headers: Record<string, string>; body: Buffer; isBroken: boolean; ms: number }
  | ({ ok: false; ms: number } & FetchFault)

/** Fetches pages through a guard; each process has one. */
export type Fetcher = {
  fetchPage(url: string, options?: FetchOptions): Promise<FetchResult>
  /** Posts a body once and returns the response as it is: no redirect, no cookies, a long body cut off. */
  post(url: string, options: PostOptions): Promise<PostResult>
  close(): Promise<void>
}

const megabyte = 1_048_576
const standard = {
  maxBytes: 10 * megabyte,
  maxDecodedBytes: 10 * megabyte,
  totalMs: 60_000,
  firstByteMs: 20_000,
  rateWindowMs: 10_000,
  minBytesPerSecond: 256,
  maxRedirects: 10,
}

/** @param agentName the User-Agent of every request; `connections`: most of them to one host. */
export function openFetcher(
  guard: Guard,
  { agentName, connectMs = 10_000, connections = 2 }: { agentName: string; connectMs?: number; connections?: number },
) {
  const agent = new Agent({
    connect: guardedConnector(guard, connectMs),
    allowH2: false,
    connections,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
    maxHeaderSize: 65_536,
    // The limits of exchange() are finer than undici's timers.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const fetcher: Fetcher = {
    fetchPage: (url, options = {}) => fetchPage(agent, guard, agentName, url, options),
    post: (url, options) => post(agent, guard, agentName, url, options),
    close: () => agent.destroy(),
  }
  return fetcher
}

async function post(
  agent: Agent,
  guard: Guard,
  agentName: string,
  address: string,
  { headers, body, totalMs, maxBytes, signal }: PostOptions,
): Promise<PostResult> {
  const startedAt = performance.now()
  const ms = () => performance.now() - startedAt
  const url = parse(address)
  const refusal = url ? guard.judgeUrl(url) : { reason: 'bad_url' as const, detail: 'not a URL' }
  if (!url || refusal) return { ok: false, ms: ms(), ...(refusal as FetchFault) }
  const response = await exchangeWithRetry(agent, url, {
    ...{ maxBytes, cutsBody: true, firstByteMs: totalMs, rateWindowMs: totalMs, minBytesPerSecond: 0 },
    headers: { 'user-agent': agentName, 'accept-encoding': 'identity', ...headers },
    until: startedAt + totalMs,
    signal,
    body,
  })
  if ('fault' in response) return { ok: false, ms: ms(), ...response.fault }
  const isBroken = response.isTruncated && response.wire.length < maxBytes
  return { ok: true, status: response.status, headers: response.headers, body: response.wire, isBroken, ms: ms() }
}

async function fetchPage(
  agent: Agent,
  guard: Guard,
  agentName: string,
  address: string,
  options: FetchOptions,
): Promise<FetchResult> {
  const limits = { ...standard, ...options }
  const startedAt = performance.now()
  const hops: Hop[] = []
  const cookies = new Map<string, Map<string, string>>()
  let url = parse(address)
  const fail = (fault: FetchFault): FetchResult => ({
    ok: false,
    url: url?.href ?? address,
    hops,
    ms: performance.now() - startedAt,
    reason: fault.reason,
    detail: fault.detail,
  })
  if (!url) return fail({ reason: 'bad_url', detail: 'not a URL' })
  const validatedUrl = parse(options.since?.url ?? address)?.href
  for (;;) {
    const refusal = guard.judgeUrl(url) ?? (await options.mayVisit?.(url)) ?? null
    if (refusal) return fail(refusal)
    const headers = {
      'user-agent': agentName,
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8',
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...(url.href === validatedUrl ? conditions(options.since) : {}),
      ...cookieHeader(cookies, url),
      ...options.headers,
    }
    const response = await exchangeWithRetry(agent, url, {
      ...limits,
      headers,
      until: startedAt + limits.totalMs,
      signal: options.signal,
      onHead: (status, head) => judgeHead(status, head, options.acceptsType),
    })
    if ('fault' in response) return fail(response.fault)
    if (!isRedirect(response)) return finish(response, url)
    const next = parse(response.location ?? '', url)
    hops.push({ url: url.href, status: response.status, location: response.location ?? '' })
    if (!next) return fail({ reason: 'bad_url', detail: cutText(response.location ?? '', 200) })
    if (hops.length > limits.maxRedirects)
      return fail({ reason: 'too_many_redirects', detail: `${hops.length} redirects` })
    keepCookies(cookies, url, response)
    url = next
  }

  async function finish(response: FetchResponse, at: URL): Promise<FetchResult> {
    const { status, headers, rawHeaders, isTruncated, firstByteMs } = response
    const decoded = await decodeContent(response.wire, headers['content-encoding'], {
      maxBytes: limits.maxDecodedBytes,
      isTruncated,
    })
    if ('fault' in decoded) return fail({ reason: decoded.fault, detail: decoded.detail })
    return {
      ok: true,
      url: at.href,
      hops,
      status,
      headers,
      rawHeaders,
      body: decoded.body,
      bytesOnWire: response.wire.length,
      isTruncated,
      notModified: status === 304,
      firstByteMs,
      ms: performance.now() - startedAt,
    }
  }
}

/** A server may close an idle connection just as it is reused: a request that received no byte is sent once more. */
async function exchangeWithRetry(agent: Agent, url: URL, options: Parameters<typeof exchange>[2]) {
  const first = await exchange(agent, url, options)
  const isStale =
    'fault' in first &&
    first.fault.reason === 'connection' &&
    /UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(first.fault.detail)
  return isStale && performance.now() < options.until ? exchange(agent, url, options) : first
}

function judgeHead(status: number, headers: Record<string, string>, accepts: FetchOptions['acceptsType']) {
  if ((status >= 300 && status < 400 && headers.location !== undefined) || status === 304) return 'skip_body'
  const type = mediaType(headers['content-type'])
  if (status < 300 && accepts && !accepts(type)) return { reason: 'content_type' as const, detail: cutText(type, 100) }
  return null
}

/** The media type of a header value, such as `text/html` for `Text/HTML; charset=…`; '' if there is none. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? ''
}

function isRedirect({ status, location }: FetchResponse): boolean {
  return location !== null && [301, 302, 303, 307, 308].includes(status)
}

function parse(text: string, base?: URL): URL | null {
  const url = URL.parse(text, base?.href)
  if (url) url.hash = ''
  return url
}

function conditions(since: FetchOptions['since']): Record<string, string> {
  const isSendable = (value: string | null | undefined): value is string => /^[\x20-\x7e]{1,1000}$/.test(value ?? '')
  return {
    ...(isSendable(since?.etag) ? { 'if-none-match': since.etag } : {}),
    ...(isSendable(since?.lastModified) ? { 'if-modified-since': since.lastModified } : {}),
  }
}

/**
 * Stores the cookies of one chain of redirects, per host: a site that sets a cookie and redirects to the same address
 * would otherwise loop for ever.
 */
function keepCookies(cookies: Map<string, Map<string, string>>, url: URL, response: FetchResponse): void {
  for (const [name, value] of response.rawHeaders) {
    if (name.toLowerCase() !== 'set-cookie') continue
    const pair = /^\s*([\w!#$%&'*+.^`|~-]+)=([\x21-\x3a\x3c-\x7e]*)/.exec(value)
    const jar = cookies.get(url.host) ?? new Map<string, string>()
    if (pair?.[1] && jar.size < 20 && value.length < 4_096) cookies.set(url.host, jar.set(pair[1], pair[2] ?? ''))
  }
}

function cookieHeader(cookies: Map<string, Map<string, string>>, url: URL): Record<string, string> {
  const jar = cookies.get(url.host)
  return jar ? { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') } : {}
}
