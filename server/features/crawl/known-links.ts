import type { PatternCounts } from '#server/features/page/page.ts'

const mostSites = 256
const mostLinks = 200_000

type Known = { keys: Set<string>; patterns: PatternCounts }
const bySite = new Map<string, Known>()

/**
 * Addresses that this process has already put into a round, and how many of each pattern: the database knows them all
 * and is asked about each but once. Forgetting is harmless.
 */
export function knownLinks(ogId: number, round: number): Known {
  const name = `${ogId} ${round}`
  const known = bySite.get(name) ?? { keys: new Set<string>(), patterns: new Map() }
  bySite.delete(name)
  bySite.set(name, known)
  if (known.keys.size > mostLinks) known.keys.clear()
  if (bySite.size > mostSites) bySite.delete(bySite.keys().next().value as string)
  return known
}
