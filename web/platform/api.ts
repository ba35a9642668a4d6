import { type Endpoint, positionHeader, type Reply, type Sent } from '#contract/endpoint.ts'
import { confirmSession, info, logout } from '#contract/session.api.ts'
import { ApiError, type FieldError } from './api-error.ts'
import { openConfirmation } from './confirmation.ts'
import { checkServer, setPing } from './connection.ts'
import { rememberRead, takeEarlyResponse } from './early-requests.ts'
import { showFailure } from './failure.ts'
import { getLocale } from './locale.ts'
import { readLocalStorage, writeStored } from './storage.ts'
import { getToken, reportEnded } from './token.ts'
import { addressOf } from './url.ts'

/** Shared by all windows of the browser: a write in one window is visible to the next read of another. */
const storageKey = 'place'
const positionPattern = /^[0-9a-f]{8}-[0-9a-f]{14}$/

/** The newest log position of the database in a reply to a write (`positionHeader`); undefined without any. */
function newestPosition(): string | undefined {
  const place = readLocalStorage(storageKey)
  return place !== null && positionPattern.test(place) ? place : undefined
}

/** Stores the log position if it is newer than the stored one: later positions compare greater as text. */
function storePosition(position: string | null): void {
  if (position !== null && positionPattern.test(position) && position > (newestPosition() ?? ''))
    writeStored(storageKey, position)
}

export { ApiError } from './api-error.ts'

/** `isBackground`: not requested by the user (a poll, an automatic draft), so its failure shows no toast. */
export type CallOptions = { isBackground?: boolean }
type Options = CallOptions & { signal?: AbortSignal }

/** Ids in paths and queries are text in the API; callers can pass them as numbers. */
type Loose<T> = { [K in keyof T]: string extends T[K] ? T[K] | number : T[K] }
type LooseIf<S, K extends string> = S extends Record<K, infer T> ? Omit<S, K> & Record<K, Loose<T>> : S

/** The parts of a request that the endpoint has. */
export type CallInput<E extends Endpoint> = LooseIf<Sent<E>, 'params'> &
  (Sent<E> extends { query?: infer Q } ? { query?: Loose<Q> } : object)
type Parts = { params?: unknown; query?: unknown; body?: unknown }
type Envelope = { code?: number; message?: string; data?: unknown; req_id?: string; errors?: FieldError[] }

/** For these endpoints, and those without a session, 401 is an ordinary reply: no dialog. */
const silentPaths: ReadonlySet<string> = new Set([logout.path, info.path, confirmSession.path])

/** Without a reply for this time, a ping checks whether the server is reachable; the ping waits for `pingMs`. */
const silenceMs = 1_000
const pingMs = 2_000

const reqIdLength = 16
const reqIdAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

function newReqId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(reqIdLength))
  return Array.from(bytes, byte => reqIdAlphabet[byte % reqIdAlphabet.length]).join('')
}

function headersOf(extra: Record<string, string> = {}): Record<string, string> {
  const token = getToken()
  const own: Record<string, string> = { 'Accept-Language': getLocale() }
  if (token) Object.assign(own, { Authorization: `Bearer ${token}`, Req_id: newReqId() })
  const place = token ? newestPosition() : undefined
  if (place) own[positionHeader] = place
  return { ...own, ...extra }
}

/** `token`: with which the request was sent. */
type ApiResponse = { endpoint: Endpoint; status: number; text: string; token: string | null }

function failure({ endpoint, status, text, token }: ApiResponse, options: Options): ApiError {
  const envelope = parse(text)
  // Some proxies reply 200 and put the failure into the body: its code has priority.
  const code = envelope.code ?? status
  if (code === 401 && endpoint.roles !== 'public' && !silentPaths.has(endpoint.path)) reportEnded(token)
  const fault = {
    status: status === 200 ? code : status,
    code,
    message: envelope.message ?? '',
    errors: envelope.errors ?? [],
    reqId: envelope.req_id,
    data: envelope.data,
    isRead: endpoint.method === 'GET',
  }
  return reportError(new ApiError(fault), options)
}

function notReached(endpoint: Endpoint, options: Options, cause?: unknown): ApiError {
  const isRead = endpoint.method === 'GET'
  return reportError(new ApiError({ status: 0, code: 0, message: '', errors: [], isRead, cause }), options)
}

/** Every failure passes through here, so that no caller can forget to report it. */
function reportError(error: ApiError, { isBackground = false }: Options): ApiError {
  if (!isBackground) showFailure(error)
  return error
}

function parse(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Envelope) : {}
  } catch {
    return {}
  }
}

async function send(endpoint: Endpoint, parts: Parts, init: RequestInit, options: Options): Promise<Response> {
  const signal = options.signal ?? null
  // A server that accepts a request but sends no reply is detected within three seconds, including `pingMs`.
  const silence = setTimeout(() => void checkServer(), silenceMs)
  try {
    const address = addressOf(endpoint.path, parts)
    const early = takeEarlyResponse(endpoint.method, address)
    const response = await (early ?? fetch(address, { method: endpoint.method, ...init, signal }))
    storePosition(response.headers.get(positionHeader))
    return response
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw notReached(endpoint, options, cause)
  } finally {
    clearTimeout(silence)
  }
}

/**
 * Sends a request and returns `data` of the reply. Throws an ApiError; status 0 means that the server was not reached.
 * An abort by `signal` rejects with the signal's own reason.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E>,
  options: Options = {},
): Promise<Reply<E>> {
  if (endpoint.method === 'GET' && !options.isBackground) rememberRead(addressOf(endpoint.path, sent as Parts))
  const token = getToken()
  const opener = document.activeElement
  const response = await sendJson(endpoint, sent as Parts, options)
  const text = await response.text()
  const envelope = parse(text)
  if (response.ok && envelope.code === 200) return envelope.data as Reply<E>
  const isGrave = response.status === 403 && needsConfirmation(envelope.data)
  // The request is repeated only in the session that sent it.
  if (isGrave && (await openConfirmation(opener)) && getToken() === token) return await call(endpoint, sent, options)
  const isBackground = isGrave || options.isBackground === true
  throw failure({ endpoint, status: response.status, text, token }, { ...options, isBackground })
}

const needsConfirmation = (data: unknown) => (data as { needs?: unknown } | null | undefined)?.needs === 'confirmation'

function sendJson(endpoint: Endpoint, parts: Parts, options: Options): Promise<Response> {
  const hasBody = parts.body !== undefined
  const headers = headersOf(hasBody ? { 'Content-Type': 'application/json' } : {})
  return send(endpoint, parts, { headers, body: hasBody ? JSON.stringify(parts.body) : null }, options)
}

/** Requests a file (`replies: 'stream'`): its bytes and the name from the server. */
export async function download<E extends Endpoint>(
  endpoint: E,
  sent: CallInput<E>,
  options: Options = {},
): Promise<{ blob: Blob; fileName: string }> {
  const token = getToken()
  const response = await sendJson(endpoint, sent as Parts, options)
  if (!response.ok) throw failure({ endpoint, status: response.status, text: await response.text(), token }, options)
  return { blob: await response.blob(), fileName: fileNameOf(response.headers.get('Content-Disposition')) }
}

/**
 * Opens a stream of server-sent events, starting after the event with this id. The body ends when the stream ends or
 * breaks.
 */
export async function openEvents(
  endpoint: Endpoint,
  { lastEventId, ...options }: Options & { lastEventId?: string | undefined },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const token = getToken()
  const headers = headersOf(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId })
  const response = await send(endpoint, {}, { headers, cache: 'no-store' }, options)
  if (!response.ok || !response.body)
    throw failure({ endpoint, status: response.status, text: await response.text(), token }, options)
  return response.body
}

function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? 'download'
}

/** Saves a file through the browser. */
export function saveFile({ blob, fileName }: { blob: Blob; fileName: string }): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName })
  link.click()
  // Firefox reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

type UploadOptions = Options & { onProgress?: (share: number) => void }

/**
 * Sends one file (`accepts: 'file'`, field `file`). `onProgress` gets the share sent, 0 to 1; fetch has no upload
 * progress.
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  file: File | Blob,
  sent: CallInput<E>,
  { onProgress, ...options }: UploadOptions = {},
): Promise<Reply<E>> {
  const { signal } = options
  return new Promise((resolve, reject) => {
    const token = getToken()
    const request = new XMLHttpRequest()
    request.open(endpoint.method, addressOf(endpoint.path, sent as Parts))
    for (const [name, value] of Object.entries(headersOf())) request.setRequestHeader(name, value)
    request.upload.onprogress = event => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () => {
      storePosition(request.getResponseHeader(positionHeader))
      const envelope = parse(request.responseText)
      if (request.status === 200 && envelope.code === 200) resolve(envelope.data as Reply<E>)
      else reject(failure({ endpoint, status: request.status, text: request.responseText, token }, options))
    }
    request.onerror = () => reject(notReached(endpoint, options))
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

setPing(() =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(pingMs) }).then(
    ({ ok }) => ok,
    () => false,
  ),
)

/** The document that the server returns now; undefined without a reply. */
export async function fetchDocument(): Promise<string | undefined> {
  try {
    const answer = await fetch('/login', { headers: { accept: 'text/html' }, cache: 'no-store' })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}
