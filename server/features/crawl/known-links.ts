import type { Ctx } from '#server/platform/ctx.ts'
import type { PatternCounts } from './fetching/trap.ts'

const mostSites = 256
const mostLinks = 200_000
/** Limit for all sites together, some 100 bytes each. */
const mostInAll = 500_000

type KnownLinks = {
  keys: Set<string>
  patterns: PatternCounts
  /** Hosts whose site maps have been read. */
  maps: Set<string>
}
/** By database, because ids are unique within one only; then by site and round. */
const linksOf = new WeakMap<Ctx['db'], Map<string, KnownLinks>>()

/**
 * Caches the addresses that this process has added to a round, and their number by pattern, so that the database is
 * queried only once for each. Forgetting an address is harmless; remembering one that was never written is not.
 */
export function knownLinks({ db }: Ctx, ogId: number, round: number): KnownLinks {
  const bySite: Map<string, KnownLinks> = linksOf.get(db) ?? new Map()
  linksOf.set(db, bySite)
  const name = `${ogId} ${round}`
  const known: KnownLinks = bySite.get(name) ?? { keys: new Set(), patterns: new Map(), maps: new Set() }
  bySite.delete(name)
  bySite.set(name, known)
  if (known.keys.size > mostLinks) known.keys.clear()
  let sum = 0
  for (const { keys, patterns } of bySite.values()) sum += keys.size + patterns.size
  for (const oldest of bySite.keys()) {
    if (oldest === name || (bySite.size <= mostSites && sum <= mostInAll)) break
    const { keys, patterns } = bySite.get(oldest) as KnownLinks
    sum -= keys.size + patterns.size
    bySite.delete(oldest)
  }
  return known
}

/** Call it after an outcome that was not written: its links are then added again when they are met again. */
export function clearLinks({ db }: Ctx, ogId: number, round: number, urlKeys: readonly string[]): void {
  const known = linksOf.get(db)?.get(`${ogId} ${round}`)
  for (const key of urlKeys) known?.keys.delete(key)
  known?.maps.clear()
}
