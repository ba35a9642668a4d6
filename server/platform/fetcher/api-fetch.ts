import { Agent, fetch } from 'undici'
import { cutText } from '#contract/text.ts'
import { guardedConnector, RefusedError } from './connect.ts'
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
  body?: string | Uint8Array | URLSearchParams | null | undefined
}

/** The service could not be reached, or its reply could not be read. */
export class ApiFetchError extends Error {
  override readonly name = 'ApiFetchError'
}

export function openApiFetch(
  guard: Guard,
  { agentName, maxBytes = 1_048_576, totalMs = 15_000 }: { agentName: string; maxBytes?: number; totalMs?: number },
): ApiFetch {
  const agent = new Agent({
    connect: guardedConnector(guard, 5_000),
    allowH2: false,
    connections: 10,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
  })

  async function request(address: string, { method = 'GET', headers = {}, body }: ApiRequest = {}): Promise<Response> {
    const url = URL.parse(address)
    const refusal = url ? guard.judgeUrl(url) : { reason: 'bad_url', detail: address }
    if (!url || refusal) throw new ApiFetchError(cutText(`${refusal?.reason}: ${refusal?.detail}`, 300))
    try {
      const reply = await fetch(url, {
        method,
        headers: { 'user-agent': agentName, ...headers },
        body: body ?? null,
        redirect: 'manual',
        dispatcher: agent,
        signal: AbortSignal.timeout(totalMs),
      })
      const content = await readAtMost(reply.body, maxBytes)
      if (!content) throw new ApiFetchError(`${url.host}: the reply is larger than ${maxBytes} bytes`)
      const isEmpty = reply.status === 204 || reply.status === 205 || reply.status === 304
      return new Response(isEmpty ? null : content, { status: reply.status, headers: [...reply.headers] })
    } catch (error) {
      throw error instanceof ApiFetchError ? error : new ApiFetchError(cutText(`${url.host}: ${reasonOf(error)}`, 300))
    }
  }

  return { request, close: () => agent.destroy() }
}

type Chunks = { [Symbol.asyncIterator](): AsyncIterator<Uint8Array> }

/** Undefined if there is more; the rest is not read. */
async function readAtMost(body: Chunks | null, maxBytes: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.byteLength
    if (length > maxBytes) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The innermost reason: undici wraps what the connection reported. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof RefusedError) return error.message
  if (error.cause) return reasonOf(error.cause)
  const code = (error as NodeJS.ErrnoException).code
  return error.message || code || error.name
}
