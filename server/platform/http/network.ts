import ipaddr from 'ipaddr.js'

/**
 * The network that counts as one client: a whole IPv4 address (also if it is written as IPv6), or the first `bits` of
 * an IPv6 address (64 is the usual prefix of a household). A text that is not an address is returned unchanged.
 */
export function networkOf(address: string, bits: 48 | 64 = 64): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6(parsed.parts.map((part, n) => (n < bits / 16 ? part : 0))).toString()}/${bits}`
}
