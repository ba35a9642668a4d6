// A login at an identity provider leaves this tab and comes back to it. The secret that binds both is only in this tab, so
// that no other site can end a login here that it began itself.

const key = 'login_binding'

type Pending = { binding: string; next: string }

/** Goes to the provider; `next` is the path to which the user returns. */
export function leaveForProvider({ url, binding }: { url: string; binding: string }, next: string): void {
  sessionStorage.setItem(key, JSON.stringify({ binding, next } satisfies Pending))
  window.location.assign(url)
}

/** The secret that this tab stored when it left; it is used once. */
export function takeBinding(): Pending | undefined {
  const stored = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return stored === null ? undefined : (JSON.parse(stored) as Pending)
}
