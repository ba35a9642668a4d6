import ipaddr from 'ipaddr.js'

/**
 * The network that counts as one client: an IPv4 address whole (also where it is written as IPv6), of an IPv6 address the
 * first `bits` (64: what one household is given). What is no address stays as it is.
 */
export function networkOf(address: string, bits: 48 | 64 = 64): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6(parsed.parts.map((part, n) => (n < bits / 16 ? part : 0))).toString()}/${bits}`
}
