/**
 * Every reason for which a fetch ends without a response (some come only from the caller's `mayVisit`); statistics are
 * counted by it.
 */
const fetchReasons = [
  'bad_url',
  'refused_address',
  'out_of_scope',
  'refused_rule',
  'robots',
  'trap',
  'content_type',
  'too_large',
  'too_slow',
  'timeout',
  'too_many_redirects',
  'dns',
  'tls',
  'connection',
  'bad_encoding',
  'aborted',
] as const
export type FetchReason = (typeof fetchReasons)[number]
export type FetchFault = { reason: FetchReason; detail: string }

/** A redirect that was followed. */
export type Hop = { url: string; status: number; location: string }

type FetchedPage = {
  ok: true
  /** The final URL after redirects, without fragment. */
  url: string
  hops: Hop[]
  status: number
  /** Names in lower case; repeated ones are joined by a comma. Values are bytes decoded as Latin-1. */
  headers: Record<string, string>
  /** The headers as sent and in order: evidence. */
  rawHeaders: [string, string][]
  /** The body without content codings; empty for 304. */
  body: Buffer
  bytesOnWire: number
  /** The connection ended before the body did: `body` is incomplete. */
  isTruncated: boolean
  notModified: boolean
  firstByteMs: number
  ms: number
}
/** A value, not an exception: a page that is down is data. `url` is where the fetch ended. */
type NotFetched = { ok: false; url: string; hops: Hop[]; ms: number } & FetchFault
export type FetchResult = FetchedPage | NotFetched
