import { keep, kept } from './storage.ts'
import { getToken, useToken } from './token.ts'

/** Pages by address, and what each asked for first: the document's own script begins with these at its next start. */
const storageKey = 'begin'
/** Few, since they share a handful of connections with the files. */
const mostAsked = 3
const mostPages = 30
/** What was begun and is asked for later than this is asked anew. */
const freshMs = 10_000

declare global {
  interface Window {
    /** What the document's script has asked already, by method and address. */
    begun?: Map<string, Promise<Response>>
  }
}

/** What the document's script has asked already: each of its answers is taken once, by the session it was asked in. */
export function takeBegun(method: string, address: string): Promise<Response> | undefined {
  const key = `${method} ${address}`
  const answer = window.begun?.get(key)
  window.begun?.delete(key)
  return performance.now() < freshMs ? answer : undefined
}

const startedAt = location.pathname + location.search
let asked: string[] = []

/** Keeps what the page that the console started on reads first. */
export function rememberRead(address: string): void {
  if (!getToken() || asked.length >= mostAsked || performance.now() > freshMs) return
  if (location.pathname + location.search !== startedAt || asked.includes(address)) return
  asked = [...asked, address]
  const { [startedAt]: _, ...others } = readPages()
  const newest = [[startedAt, asked] as const, ...Object.entries(others)].slice(0, mostPages)
  keep(storageKey, JSON.stringify(Object.fromEntries(newest)))
}

function readPages(): Record<string, string[]> {
  try {
    return JSON.parse(kept(storageKey) ?? '{}') as Record<string, string[]>
  } catch {
    return {}
  }
}

// Addresses tell what somebody looked for: nobody else finds them in this browser.
useToken.subscribe((state, before) => {
  if (before.token === state.token) return
  window.begun?.clear()
  asked = []
  keep(storageKey, null)
})
