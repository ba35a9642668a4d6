import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { readTarget } from './target.ts'

const resolver = new Resolver({ timeout: 3_000, tries: 2 })
/** There is no name server, or it does not know the name: the system may know it from its own files. */
const systemLookupCodes = new Set(['ENOTFOUND', 'ECONNREFUSED', 'ENODATA'])

/**
 * Addresses of a host name, IPv4 first. It queries the name servers directly: the system's lookup occupies one of four
 * threads that also write files, and dead names would block them. Rejects with codes of `node:dns`.
 */
async function lookupAll(host: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  const failures = answers.flatMap(answer =>
    answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : [],
  )
  const hard = failures.find(({ code }) => !systemLookupCodes.has(code ?? ''))
  if (hard) throw hard
  return (await systemLookup(host, { all: true })).map(({ address }) => address)
}

/** The reason why a URL was not fetched: `reason` for statistics, `detail` for readers. */
export type Refusal = { reason: 'bad_url' | 'refused_address'; detail: string }
/** Returns the addresses of a host name; rejects as `dns.lookup` does. */
export type Lookup = (host: string) => Promise<string[]>

/**
 * Decides which addresses the program may reach on behalf of users. Only public unicast addresses and those in `allow`
 * pass.
 */
export type Guard = {
  /** Checks a URL before any lookup: scheme, credentials, port, a literal address. Null if it may be fetched. */
  judgeUrl(url: URL): Refusal | null
  /** Whether one address (no brackets) may be connected to. */
  isAllowed(address: string): boolean
  /** The host's addresses, all checked: one refused address refuses the host. Rejects if the name does not resolve. */
  resolve(host: string): Promise<{ addresses: string[] } | { refusal: Refusal }>
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type AddressRange = [Address, number]

const globalV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]
/** Addresses that are public by number, but answered by the machine's cloud provider (its metadata and DNS). */
const cloudAddresses = new Set(['168.63.129.16'])

/** @param allow CIDR ranges that are allowed in addition to public addresses. `lookup` is replaced only in tests. */
export function openGuard({ allow = [], lookup = lookupAll }: { allow?: readonly string[]; lookup?: Lookup }): Guard {
  const allowed = allow.map(range => ipaddr.parseCIDR(range) as AddressRange)
  const own = ownAddresses()
  const isAllowed = (text: string) => {
    if (!ipaddr.isValid(text)) return false
    const address = unwrap(ipaddr.parse(text))
    if (allowed.some(range => contains(range, address))) return true
    const name = address.toString()
    return isPublic(address) && !cloudAddresses.has(name) && !own.has(name)
  }
  const refuse = (address: string): Refusal => ({ reason: 'refused_address', detail: address })
  return {
    isAllowed,
    judgeUrl(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        return { reason: 'bad_url', detail: `scheme ${url.protocol}` }
      if (url.username !== '' || url.password !== '') return { reason: 'bad_url', detail: 'credentials' }
      const { host, port } = readTarget(url)
      if (host === '') return { reason: 'bad_url', detail: 'no host' }
      if (ipaddr.isValid(host) && !isAllowed(host)) return refuse(host)
      if (port !== 80 && port !== 443 && port < 1024) return { reason: 'refused_address', detail: `port ${port}` }
      return null
    },
    async resolve(host) {
      if (ipaddr.isValid(host)) return isAllowed(host) ? { addresses: [host] } : { refusal: refuse(host) }
      const addresses = await lookup(host)
      if (addresses.length === 0) throw Object.assign(new Error(`no address of ${host}`), { code: 'ENOTFOUND' })
      const bad = addresses.find(address => !isAllowed(address))
      return bad === undefined ? { addresses } : { refusal: refuse(`${host} is ${bad}`) }
    },
  }
}

function isPublic(address: Address): boolean {
  // An IPv6 address must be in the global unicast range: the tables of special ranges grow, and `::/96` is not among
  // them.
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalV6))
}

function contains([range, bits]: AddressRange, address: Address): boolean {
  if (range instanceof ipaddr.IPv4) return address instanceof ipaddr.IPv4 && address.match(range, bits)
  return address instanceof ipaddr.IPv6 && address.match(range, bits)
}

/**
 * The IPv4 address that an IPv6 address contains: mapped, translated, compatible, NAT64 (RFC 6052), 6to4 (RFC 3056).
 */
function unwrap(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address
  const parts = address.parts
  const embedded = (at: number) => {
    const [high = 0, low = 0] = parts.slice(at)
    return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255])
  }
  const starts = (...head: number[]) => head.every((part, index) => parts[index] === part)
  if (starts(0x2002)) return embedded(1)
  if (starts(0x64, 0xff9b, 0, 0, 0, 0)) return embedded(6)
  const isUnspecified = starts(0, 0, 0, 0, 0, 0, 0) && (parts[7] ?? 0) <= 1
  const isLow = starts(0, 0, 0, 0) && [0, 0xffff].includes(parts[4] ?? 1) && [0, 0xffff].includes(parts[5] ?? 1)
  return isLow && !isUnspecified ? embedded(6) : address
}

/** The addresses of this machine: connecting to its own public address would bypass its firewall. */
function ownAddresses(): Set<string> {
  const all = Object.values(networkInterfaces()).flatMap(found => found ?? [])
  return new Set(all.flatMap(({ address }) => (ipaddr.isValid(address) ? [ipaddr.parse(address).toString()] : [])))
}
