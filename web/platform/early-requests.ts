import { readLocalStorage, writeStored } from './storage.ts'
import { getToken, useToken } from './token.ts'

/** The first requests of each page by address: at the next start, the document's own script sends them early. */
const storageKey = 'begin'
/** A low number, because they share a handful of connections with the files. */
const maxPrefetched = 3
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

const startedAt = location.pathname + location.search
let prefetched: string[] = []

/** Records the first reads of the page that the console started on. */
export function rememberRead(address: string): void {
  if (!getToken() || prefetched.length >= maxPrefetched || performance.now() > freshMs) return
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
  prefetched = []
  writeStored(storageKey, null)
})
