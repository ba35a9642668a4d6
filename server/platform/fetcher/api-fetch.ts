import { cutText } from '#contract/text.ts'
import { openFetcher } from './fetch.ts'
import type { Guard } from './guard.ts'

/** Sends requests to the interfaces of other services through a guard; each process has one. */
export type ApiFetch = {
  /**
   * Like `fetch`, but without redirects, with at most `maxBytes` of body, within `totalMs`. Rejects with ApiFetchError,
   * whose message an administrator can read.
   */
  request(url: string, options?: ApiRequest): Promise<Response>
  close(): Promise<void>
}

export type ApiRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string | URLSearchParams | null | undefined
}

/** The service could not be reached, or its reply could not be read. */
export class ApiFetchError extends Error {
  override readonly name = 'ApiFetchError'
}

const formType = 'application/x-www-form-urlencoded;charset=UTF-8'

export function openApiFetch(
  guard: Guard,
  { agentName, maxBytes = 1_048_576, totalMs = 15_000 }: { agentName: string; maxBytes?: number; totalMs?: number },
): ApiFetch {
  const fetcher = openFetcher(guard, { agentName, connectMs: 5_000, connections: 10 })

  async function request(url: string, { method = 'GET', headers = {}, body }: ApiRequest = {}): Promise<Response> {
    const reply =
      method === 'POST'
        ? await fetcher.post(url, {
            headers: { ...(body instanceof URLSearchParams && { 'content-type': formType }), ...headers },
            body: String(body ?? ''),
            ...{ totalMs, maxBytes },
          })
        : await fetcher.fetchPage(url, { headers, totalMs, maxBytes, maxDecodedBytes: maxBytes, maxRedirects: 0 })
    const host = URL.parse(url)?.host ?? url
    if (!reply.ok) throw new ApiFetchError(cutText(`${host}: ${reply.reason}: ${reply.detail}`, 300))
    if (reply.body.length >= maxBytes) throw new ApiFetchError(`${host}: the reply is larger than ${maxBytes} bytes`)
    if ('isBroken' in reply && reply.isBroken) throw new ApiFetchError(`${host}: the reply ended early`)
    // The body is decoded already.
    const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = reply.headers
    const isEmpty = reply.status === 204 || reply.status === 205 || reply.status === 304
    return new Response(isEmpty ? null : new Uint8Array(reply.body), { status: reply.status, headers: rest })
  }

  return { request, close: () => fetcher.close() }
}
