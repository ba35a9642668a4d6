type Address = {
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  pathname: string
  searchParams: { keys(): Iterable<string> }
}
/** Browsers and Node.js have it; the contract knows neither of them. */
declare const URL: new (text: string) => Address

/** An address as the URL standard reads it; null for what is none. */
export function readAddress(text: string): Address | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Whether an address carries a user name or a password, however it is written (`https:\\\\a:b@host`). */
export function hasCredentials(address: string): boolean {
  const url = readAddress(address)
  return url !== null && (url.username !== '' || url.password !== '')
}

/** In place of what is not shown. */
const masked = '***'
/** A path segment as long and mixed as a key: no name of a file or folder that people chose. */
const keyLike = /^(?=.*\d)(?=.*[a-z])[\w~-]{20,}$/i

/**
 * An address as those see it who may not change it, and as the audit trail keeps it: without user name, password and fragment,
 * with the values of its query and anything that looks like a key in its path masked.
 */
export function maskAddress(address: string): string {
  const url = readAddress(address)
  if (!url) return masked
  const path = url.pathname
    .split('/')
    .map(segment => (keyLike.test(segment) ? masked : segment))
    .join('/')
  const query = [...url.searchParams.keys()].map(name => `${encodeURIComponent(name)}=${masked}`).join('&')
  return `${url.protocol}//${url.host}${path}${query && `?${query}`}`
}
