/** Where a connection goes: the one reading of an address that is both judged and connected to. */
export type Target = {
  /** As a resolver wants it: IPv6 without brackets, no trailing dot. */
  host: string
  port: number
}

/** The host and port of a URL; WHATWG parsing has made literal addresses what they are, in whatever base or script they were written. */
export function readTarget(url: Pick<URL, 'protocol' | 'hostname' | 'port'>): Target {
  const { hostname, protocol, port } = url
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.+$/, '')
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }
}
