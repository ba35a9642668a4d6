import { create } from 'zustand'
import { now } from './clock.ts'
import { readLocalStorage, writeStored } from './storage.ts'

const storageKey = 'token'

type TokenState = {
  token: string | null
  /** The server no longer knows the session: the dialog is open. */
  hasEnded: boolean
}

/** The session's token and whether the server has ended it. */
export const useToken = create<TokenState>(() => ({ token: readLocalStorage(storageKey), hasEnded: false }))

export function getToken(): string | null {
  return useToken.getState().token
}

export function setToken(token: string | null): void {
  writeStored(storageKey, token)
  useToken.setState({ token, hasEnded: false })
}

let dismissedAtMs = 0
const dismissGraceMs = 2000

/** The session that the user is ending: its requests still in flight are answered 401. */
let leavingToken: string | null = null

/** Called before the logout request is sent. */
export function beginLogout(): void {
  leavingToken = getToken()
}

/**
 * Opens the "you are logged out" dialog, once, for a 401 to a request that was sent with `sentToken`. Replies to
 * requests sent before it was dismissed do not open it again, nor do those of a session that the user has ended.
 */
export function reportEnded(sentToken: string | null): void {
  const { token, hasEnded } = useToken.getState()
  if (!token || sentToken !== token || token === leavingToken) return
  if (hasEnded || now().getTime() - dismissedAtMs < dismissGraceMs) return
  useToken.setState({ hasEnded: true })
}

/** The user stays on the page. */
export function dismissEnded(): void {
  dismissedAtMs = now().getTime()
  useToken.setState({ hasEnded: false })
}

const listeners = new Set<() => void>()

/** Runs when another window of this browser logs in or out; returns a function that stops it. */
export function onTokenChangedElsewhere(run: () => void): () => void {
  listeners.add(run)
  return () => listeners.delete(run)
}

window.addEventListener('storage', event => {
  if (event.key !== storageKey) return
  useToken.setState({ token: event.newValue, hasEnded: false })
  for (const run of listeners) run()
})
