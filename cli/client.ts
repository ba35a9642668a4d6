import { setTimeout as pause } from 'node:timers/promises'
import { addressOf } from '#contract/address.ts'
import type { Locale } from '#contract/bilingual.ts'
import { type Endpoint, positionHeader, type Reply, type Sent } from '#contract/endpoint.ts'
import { exits, Failure, type FieldFault } from './failure.ts'
import { messageOf } from './texts.ts'

export type ClientOptions = {
  /** The console's address, without a path. */
  url: string
  token: string
  locale: Locale
  signal: AbortSignal
  /** Receives one sentence when a request waits. */
  notify: (sentence: string) => void
  waitMs?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Calls the console's endpoints; requests and replies have the types of the contract. */
export type Client = {
  readonly url: string
  call<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<Reply<E>>
  upload<E extends Endpoint>(endpoint: E, sent: Pick<Sent<E>, 'params' | 'query'>, file: UploadFile): Promise<Reply<E>>
  download<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<Response>
}

export type UploadFile = { name: string; content: Uint8Array<ArrayBuffer> }
type Parts = { params?: unknown; query?: unknown; body?: unknown }
type Envelope = { code?: number; message?: string; data?: unknown; errors?: FieldFault[] }

/** A request without a reply fails after this time; an upload and a download may take longer. */
const replyMs = 120_000
const uploadMs = 15 * 60_000
/** A longer wait that the server requires is reported instead. */
const longestWaitS = 120
const attemptsAtMost = 6
const readAttempts = 4

export function createClient({ url, token, locale, signal, notify, waitMs = wait }: ClientOptions): Client {
  let place = ''

  async function send(endpoint: Endpoint, parts: Parts, init: RequestInit, limitMs: number | null): Promise<Response> {
    const headers = {
      'accept-language': locale,
      authorization: `Bearer ${token}`,
      ...(place && { [positionHeader]: place }),
    }
    const isRepeatable = endpoint.method === 'GET' || endpoint.bound === 'read'
    for (let attempt = 1; ; attempt += 1) {
      const signals = limitMs === null ? [signal] : [signal, AbortSignal.timeout(limitMs)]
      try {
        const response = await fetch(url + addressOf(endpoint.path, parts), {
          method: endpoint.method,
          redirect: 'manual',
          ...init,
          headers: { ...headers, ...(init.headers as Record<string, string>) },
          signal: AbortSignal.any(signals),
        })
        const seconds = waitOf(response, isRepeatable, locale)
        if (seconds === undefined || attempt >= attemptsAtMost) return response
        await response.body?.cancel()
        notify(messageOf(locale, 'waiting', { seconds }))
        await waitMs(seconds * 1000, signal)
      } catch (cause) {
        if (signal.aborted) throw signal.reason
        if (cause instanceof Failure) throw cause
        if (!isRepeatable || attempt >= readAttempts)
          throw new Failure(exits.network, messageOf(locale, 'unreachable', { url, why: reasonOf(cause) }), { cause })
        await waitMs(2 ** (attempt - 1) * 1000, signal)
      }
    }
  }

  async function readData(response: Response): Promise<unknown> {
    const position = response.headers.get(positionHeader) ?? ''
    if (position > place) place = position
    const envelope = parse(await textOf(response))
    if (!response.ok || envelope?.code !== 200) throw failureOf(response, envelope, url, locale)
    return envelope.data
  }

  async function textOf(response: Response): Promise<string> {
    try {
      return await response.text()
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      throw new Failure(exits.network, messageOf(locale, 'unreachable', { url, why: reasonOf(cause) }), { cause })
    }
  }

  return {
    url,
    async call<E extends Endpoint>(endpoint: E, sent: Sent<E>) {
      const { body } = sent as Parts
      const init: RequestInit =
        body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return (await readData(await send(endpoint, sent as Parts, init, replyMs))) as Reply<E>
    },
    async upload<E extends Endpoint>(endpoint: E, sent: Pick<Sent<E>, 'params' | 'query'>, file: UploadFile) {
      const form = new FormData()
      form.append('file', new Blob([file.content]), file.name)
      return (await readData(await send(endpoint, sent as Parts, { body: form }, uploadMs))) as Reply<E>
    },
    async download<E extends Endpoint>(endpoint: E, sent: Sent<E>) {
      const response = await send(endpoint, sent as Parts, {}, null)
      if (response.ok) return response
      throw failureOf(response, parse(await textOf(response)), url, locale)
    },
  }
}

const wait = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal })

/** The seconds after which the request may be sent again; undefined if the reply is final. */
function waitOf(response: Response, isRepeatable: boolean, locale: Locale): number | undefined {
  const { status, headers } = response
  // A request over a limit was not carried out, so that repeating it is safe; other failures may have been.
  if (status !== 429 && !(isRepeatable && (status === 503 || status === 502 || status === 504))) return undefined
  const given = headers.get('retry-after') ?? ''
  const seconds = Math.max(1, Number.isFinite(Number(given)) && given.trim() !== '' ? Math.ceil(Number(given)) : 5)
  if (status === 429 && seconds > longestWaitS)
    throw new Failure(exits.failed, messageOf(locale, 'longWait', { seconds }), { status })
  return Math.min(seconds, longestWaitS)
}

function failureOf(response: Response, envelope: Envelope | undefined, url: string, locale: Locale): Failure {
  const { status, headers } = response
  if (status >= 300 && status < 400)
    return new Failure(exits.network, messageOf(locale, 'redirected', { url, to: headers.get('location') ?? '?' }), {
      status,
    })
  if (envelope?.message === undefined)
    return new Failure(exits.network, messageOf(locale, 'notConsole', { url, status }), { status })
  const code = status === 200 ? (envelope.code ?? 500) : status
  const hint = code === 401 ? ` ${messageOf(locale, 'loginHint')}` : ''
  return new Failure(exitOf(code), envelope.message + hint, { status: code, faults: envelope.errors ?? [] })
}

function exitOf(status: number): number {
  if (status === 401 || status === 403) return exits.refused
  if (status === 404) return exits.missing
  return status === 502 || status === 503 || status === 504 ? exits.network : exits.failed
}

function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'code' in value ? (value as Envelope) : undefined
  } catch {
    return undefined
  }
}

/** The innermost reason of a failed request, as Node.js names it: `ECONNREFUSED`, `CERT_HAS_EXPIRED` … */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code, name, message } = inner as { code?: string | number; name?: string; message?: string }
  return typeof code === 'string' ? code : name === 'TimeoutError' ? 'timeout' : (message ?? String(inner))
}
