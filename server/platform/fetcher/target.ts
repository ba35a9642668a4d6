/** The destination of a connection: the same reading of an address is checked and connected to. */
type ConnectionTarget = {
  /** In the form of a resolver: IPv6 without brackets, no trailing dot. */
  host: string
  port: number
}

/**
 * The host and port of a URL. WHATWG parsing has already normalised literal addresses, in whatever base or script they
 * were written.
 */
export function readTarget(url: Pick<URL, 'protocol' | 'hostname' | 'port'>): ConnectionTarget {
  const { hostname, protocol, port } = url
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.+$/, '')
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }
}
