/** Every word with which a fetch may end other than in a response (some only by the caller's `mayVisit`); counted by it. */
export const fetchReasons = [
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

export type Fetched = {
  ok: true
  /** Where the last redirect led; without fragment. */
  url: string
  hops: Hop[]
  status: number
  /** Lower-case names; repeated ones joined by a comma. Values are bytes read as Latin-1. */
  headers: Record<string, string>
  /** As sent, in order: evidence. */
  rawHeaders: [string, string][]
  /** Without content codings; empty for 304. */
  body: Buffer
  bytesOnWire: number
  /** The connection ended before the body did: `body` is a part. */
  isTruncated: boolean
  notModified: boolean
  firstByteMs: number
  ms: number
}
/** Not an exception: a page that is down is data. `url` is where it ended. */
export type NotFetched = { ok: false; url: string; hops: Hop[]; ms: number } & FetchFault
export type FetchResult = Fetched | NotFetched
