type Address = {
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  pathname: string
  searchParams: { keys(): Iterable<string> }
}
/** Both browsers and Node.js provide it, but the contract has the type definitions of neither. */
declare const URL: new (text: string) => Address

/** An address parsed by the URL standard; null if it is invalid. */
export function readAddress(text: string): Address | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Whether an address contains a user name or a password, in any notation (`https:\\\\a:b@host`). */
export function hasCredentials(address: string): boolean {
  const url = readAddress(address)
  return url !== null && (url.username !== '' || url.password !== '')
}

/** The replacement of hidden text. */
const maskText = '***'
/** Usual names of files and folders: words, dates and versions. Anything else may be a key. */
const plainPart = /^(?:\p{L}{1,24}|\d{1,8}|\p{L}{1,12}\d{1,4})$/u

/** Whether a path segment or a query name is plain; escaped text and text joined by other signs (`;`, `=`) is not. */
const isPlain = (text: string) => text.split(/[._-]/).every(part => part === '' || plainPart.test(part))

/**
 * The address for users who may not change it, and for the audit log: without user name, password and fragment. Query
 * values and everything in the path that may be a key are masked.
 */
export function maskAddress(address: string): string {
  const url = readAddress(address)
  if (!url) return maskText
  const plain = (text: string) => (isPlain(text) ? text : maskText)
  const path = url.pathname.split('/').map(plain).join('/')
  const query = [...url.searchParams.keys()].map(name => `${plain(name)}=${maskText}`).join('&')
  return `${url.protocol}//${url.host}${path}${query && `?${query}`}`
}
