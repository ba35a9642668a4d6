import { now } from './clock.ts'
import { readLocalStorage, writeStored } from './storage.ts'
import { getToken, useToken } from './token.ts'

/** The first requests of each page by address: at the next start, the document's own script sends them early. */
const storageKey = 'begin'
/** A low number, because they share a handful of connections with the files. */
const maxPrefetched = 6
const mostPages = 30
/** Early replies are used only this long after the start; later requests are sent again. */
const freshMs = 10_000

declare global {
  interface Window {
    /** Requests that the document's script has sent, by method and address. */
    begun?: Map<string, Promise<Response>>
  }
}

/**
 * Takes the reply to a request that the document's script has sent. Each one is used only once, and only in its
 * session.
 */
export function takeEarlyResponse(method: string, address: string): Promise<Response> | undefined {
  const key = `${method} ${address}`
  const answer = window.begun?.get(key)
  window.begun?.delete(key)
  return performance.now() < freshMs ? answer : undefined
}

/** Data of early replies that were read before the first drawing, by method and address. */
const replies = new Map<string, unknown>()
/** The first drawing waits this long for early replies; the document shows the outline meanwhile. */
const waitMs = 200
let reading: Promise<unknown> | undefined

/**
 * Reads the replies to the early requests, which are usually there before the code: the first page is then drawn once,
 * with its data, instead of twice.
 */
export async function readEarlyReplies(): Promise<void> {
  reading ??= Promise.race([
    Promise.all([...(window.begun ?? [])].map(([key, answer]) => readReply(key, answer))),
    new Promise(resolve => setTimeout(resolve, waitMs)),
  ])
  await reading
}

async function readReply(key: string, answer: Promise<Response>): Promise<void> {
  if (!key.startsWith('GET ')) return
  try {
    const response = await answer
    if (!response.ok) return
    // A copy, because a request without a place in the cache takes the response itself.
    const { code, data } = (await response.clone().json()) as { code?: number; data?: unknown }
    if (code === 200 && window.begun?.has(key)) replies.set(key, data)
  } catch {
    // The request is sent again and then reports its failure.
  }
}

/** The data of an early reply, once; undefined if there is none. */
export function takeEarlyReply(address: string): unknown {
  const key = `GET ${address}`
  const data = replies.get(key)
  if (!replies.delete(key) || performance.now() > freshMs) return undefined
  window.begun?.delete(key)
  rememberRead(address)
  return data
}

export const hasEarlyReplies = () => replies.size > 0

const startedAt = location.pathname + location.search
let prefetched: string[] = []

/** Whether the document names the read as one of this page; such a read is sent early anyway and is never too many. */
function isDeclared(address: string): boolean {
  const reads = document.querySelector<HTMLMetaElement>('meta[name=reads]')?.content ?? ''
  return reads.replaceAll('$offset', String(-now().getTimezoneOffset())).split(' ').includes(address)
}

/** Records the first reads of the page that the console started on. */
export function rememberRead(address: string): void {
  if (!getToken() || performance.now() > freshMs) return
  if (prefetched.length >= maxPrefetched && !isDeclared(address)) return
  if (location.pathname + location.search !== startedAt || prefetched.includes(address)) return
  prefetched = [...prefetched, address]
  const { [startedAt]: _, ...others } = readPages()
  const newest = [[startedAt, prefetched] as const, ...Object.entries(others)].slice(0, mostPages)
  writeStored(storageKey, JSON.stringify(Object.fromEntries(newest)))
}

function readPages(): Record<string, string[]> {
  try {
    return JSON.parse(readLocalStorage(storageKey) ?? '{}') as Record<string, string[]>
  } catch {
    return {}
  }
}

// Addresses can contain search terms, so other users of this browser must not find them.
useToken.subscribe((state, before) => {
  if (before.token === state.token) return
  window.begun?.clear()
  replies.clear()
  prefetched = []
  writeStored(storageKey, null)
})
