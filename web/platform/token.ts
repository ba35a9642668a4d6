import { create } from 'zustand'
import { keep, kept } from './storage.ts'

const storageKey = 'token'

type TokenState = {
  token: string | null
  /** The server no longer knows the session: the dialog is open. */
  hasEnded: boolean
  /** The reader chose to stay on the page; reads then fail without asking again. */
  isDismissed: boolean
}

/** The session's token and whether the server has ended it. */
export const useToken = create<TokenState>(() => ({ token: kept(storageKey), hasEnded: false, isDismissed: false }))

export function getToken(): string | null {
  return useToken.getState().token
}

export function setToken(token: string | null): void {
  keep(storageKey, token)
  useToken.setState({ token, hasEnded: false, isDismissed: false })
}

/** Opens the one "you are logged out" dialog; after a dismissal only a write opens it again. */
export function reportEnded(isWrite: boolean): void {
  const { token, hasEnded, isDismissed } = useToken.getState()
  if (!token || hasEnded || (isDismissed && !isWrite)) return
  useToken.setState({ hasEnded: true })
}

export function dismissEnded(): void {
  useToken.setState({ hasEnded: false, isDismissed: true })
}

// A login or logout in another window of the same browser counts here too.
window.addEventListener('storage', event => {
  if (event.key === storageKey) useToken.setState({ token: event.newValue, hasEnded: false, isDismissed: false })
})
