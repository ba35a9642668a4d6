import type { Agent, Dispatcher } from 'undici'
import { cutText } from '#contract/text.ts'
import { RefusedError } from './connect.ts'
import type { FetchFault } from './result.ts'

export type FetchLimits = {
  /** Limit of the body as sent. */
  maxBytes: number
  /** Whether a longer body is truncated at `maxBytes` and returned, instead of being a fault. */
  cutsBody?: boolean
  /** Limit until the head of a response, including the time to connect. */
  firstByteMs: number
  /** A body must bring `minBytesPerSecond` over each window of `rateWindowMs`. */
  rateWindowMs: number
  minBytesPerSecond: number
}
type ExchangeOptions = FetchLimits & {
  /** The deadline of everything, as a value of `performance.now()`. */
  until: number
  headers: Record<string, string>
  signal: AbortSignal | undefined
  /** The body of a POST; absent: a GET. */
  body?: string | undefined
  /** Checks the head; a fault ends the exchange before its body. `skipBody`: the caller needs only the head. */
  onHead?: (status: number, headers: Record<string, string>) => FetchFault | 'skip_body' | null
}
export type FetchResponse = {
  status: number
  /** Names in lower case; repeated ones are joined by a comma. */
  headers: Record<string, string>
  rawHeaders: [string, string][]
  location: string | null
  wire: Buffer
  isTruncated: boolean
  firstByteMs: number
}

/**
 * Up to this many bytes of a skipped body are read to keep the connection open; a longer body closes the connection
 * instead.
 */
const drainBytes = 16_384

/**
 * Sends one request and returns its response within the limits; faults are returned as data. Never follows a redirect, and
 * decodes nothing.
 */
export function exchange(
  agent: Agent,
  url: URL,
  options: ExchangeOptions,
): Promise<FetchResponse | { fault: FetchFault }> {
  return new Promise(resolve => {
    const startedAt = performance.now()
    const chunks: Buffer[] = []
    let controller: Dispatcher.DispatchController | undefined
    let head: Omit<FetchResponse, 'wire' | 'isTruncated'> | undefined
    let [size, sizeAtWindow, skips, isOver] = [0, 0, false, false]
    let timer: NodeJS.Timeout | undefined

    const finish = (result: FetchResponse | { fault: FetchFault }) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', onSignal)
      resolve(result)
    }
    const stop = (reason: FetchFault['reason'], detail: string) => {
      finish({ fault: { reason, detail } })
      controller?.abort(new Error(reason))
    }
    const onSignal = () => stop('aborted', 'stopped')
    const wait = (ms: number, whenOver: () => void) => {
      clearTimeout(timer)
      const left = options.until - performance.now()
      timer = setTimeout(
        () => (left <= ms ? stop('timeout', 'total time') : whenOver()),
        Math.max(0, Math.min(ms, left)),
      )
    }
    const watchRate = () =>
      wait(options.rateWindowMs, () => {
        const got = size - sizeAtWindow
        if (got < (options.minBytesPerSecond * options.rateWindowMs) / 1_000)
          return stop('too_slow', `${got} bytes in ${options.rateWindowMs} ms`)
        sizeAtWindow = size
        watchRate()
      })
    const complete = (isTruncated: boolean) => {
      if (head) finish({ ...head, wire: skips ? Buffer.alloc(0) : Buffer.concat(chunks, size), isTruncated })
    }

    if (options.signal?.aborted) return onSignal()
    options.signal?.addEventListener('abort', onSignal)
    wait(options.firstByteMs, () => stop('timeout', 'first byte'))
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started
        if (isOver) started.abort(new Error('over'))
      },
      onResponseStart(started, status) {
        if (isOver || status < 200) return
        head = { status, ...readHeaders(started.rawHeaders), firstByteMs: performance.now() - startedAt }
        const verdict = options.onHead?.(status, head.headers) ?? null
        if (verdict === 'skip_body') skips = true
        else if (verdict) return stop(verdict.reason, verdict.detail)
        else if (!options.cutsBody && Number(head.headers['content-length']) > options.maxBytes)
          return stop('too_large', `${head.headers['content-length']} bytes said`)
        watchRate()
      },
      onResponseData(_, chunk) {
        if (isOver) return
        size += chunk.length
        if (skips) {
          if (size <= drainBytes) return
          complete(false)
          controller?.abort(new Error('skipped'))
        } else if (size <= options.maxBytes) chunks.push(chunk)
        else if (options.cutsBody) {
          chunks.push(chunk.subarray(0, chunk.length - (size - options.maxBytes)))
          size = options.maxBytes
          complete(true)
          controller?.abort(new Error('cut'))
        } else stop('too_large', `over ${options.maxBytes} bytes sent`)
      },
      onResponseEnd: () => complete(false),
      onResponseError(_, error) {
        if (isOver) return
        // The bytes that arrived before the connection broke are returned, marked as truncated.
        if (head && size > 0) complete(true)
        else finish({ fault: faultOf(error) })
      },
    }
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: options.body === undefined ? 'GET' : 'POST',
          headers: options.headers,
          ...(options.body !== undefined && { body: options.body }),
        },
        handler,
      )
    } catch (error) {
      finish({ fault: { reason: 'bad_url', detail: cutText((error as Error).message, 200) } })
    }
  })
}

function readHeaders(raw: unknown): Pick<FetchResponse, 'headers' | 'rawHeaders' | 'location'> {
  const headers: Record<string, string> = Object.create(null)
  const rawHeaders: [string, string][] = []
  let location: string | null = null
  const fields = raw as Buffer[]
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const name = fields[at]!.toString('latin1')
    const key = name.toLowerCase()
    const value = fields[at + 1]!.toString('latin1')
    rawHeaders.push([name, value])
    headers[key] = key in headers ? `${headers[key]}, ${value}` : value
    // Non-ASCII bytes, in whatever encoding, become the equivalent percent-encoding.
    if (key === 'location')
      location = value.replace(/[\u0080-\u00ff]/g, byte => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
  }
  return { headers, rawHeaders, location }
}

const dnsCodes = new Set([
  'ETIMEOUT',
  'EREFUSED',
  'EBADNAME',
  'EBADRESP',
  'EFORMERR',
  'ENOTIMP',
  'ECANCELLED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENODATA',
  'ESERVFAIL',
  'EAI_FAIL',
  'EAI_NODATA',
])
const timeCodes = new Set(['CONNECT_TIMEOUT', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'])

/** Classifies an error of undici, TLS or the guard; unknown errors are faults of the connection. */
function faultOf(error: Error): FetchFault {
  if (error instanceof RefusedError) return error.refusal
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const detail = cutText(`${code} ${error.message}`.trim(), 200)
  if (dnsCodes.has(code)) return { reason: 'dns', detail }
  if (timeCodes.has(code)) return { reason: 'timeout', detail }
  if (/^(CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/.test(code))
    return { reason: 'tls', detail }
  return { reason: 'connection', detail }
}
