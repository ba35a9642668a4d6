// Acts like browsers: it requests the one address of the console and records the replies.
import { setTimeout as sleep } from 'node:timers/promises'
import { origin } from '../../deploy/lab/plan.ts'

type ClientResponse = { status: number; data: unknown; text: string }

async function sendRequest(
  token: string,
  method: string,
  path: string,
  body?: unknown,
  timeoutMs = 15_000,
): Promise<ClientResponse> {
  const isForm = body instanceof FormData
  const response = await fetch(origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await response.text()
  return { status: response.status, text, data: response.ok ? JSON.parse(text).data : undefined }
}

/** The fault of a failed request with the network's message, normalised so that equal faults are counted together. */
export function faultOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code, message: reason } = (cause ?? {}) as { code?: string; message?: string }
  return [message, code, reason].filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, 160)
}

/** The data of a successful call; anything else is thrown, and nothing was promised. */
export async function call<T>(
  token: string,
  method: string,
  path: string,
  body?: unknown,
  timeoutMs?: number,
): Promise<T> {
  const { status, data, text } = await sendRequest(token, method, path, body, timeoutMs)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`)
  return data as T
}

/**
 * A call that the bench itself needs before it begins. It retries, because a busy machine may lose a request, which is
 * not the subject of the measurement.
 */
export async function callUntil<T>(token: string, method: string, path: string, body?: unknown): Promise<T> {
  for (let tries = 1; ; tries += 1, await sleep(500))
    try {
      return await call<T>(token, method, path, body)
    } catch (error) {
      if (tries === 20) throw error
    }
}
