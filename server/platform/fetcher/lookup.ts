import { Resolver, lookup as systemLookup } from 'node:dns/promises'

const resolver = new Resolver({ timeout: 3_000, tries: 2 })
/** There is no name server, or it does not know the name: the system may know it from its own files. */
const systemLookupCodes = new Set(['ENOTFOUND', 'ECONNREFUSED', 'ENODATA'])

/**
 * Addresses of a host name, IPv4 first. It queries the name servers directly: the system's lookup occupies one of four
 * threads that also write files, and dead names would block them. Rejects with codes of `node:dns`.
 */
export async function lookupAll(host: string): Promise<string[]> {
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
