import type { ImportPlan } from '#contract/import.ts'
import type { Found, ImportKit, Values } from './kit.ts'

/** What earlier rows of the file have taken. */
export type Seen = {
  /** First match value of a row → its n. */
  keys: Map<string, number>
  /** Record matched, or created by this import → the row's n. */
  records: Map<number, number>
  /** Records this import created: no other row means them. */
  created: Set<number>
}

export function nothingSeen(): Seen {
  return { keys: new Map(), records: new Map(), created: new Set() }
}

/** The values that may find records, by field. */
export function keysOf(kit: ImportKit, plan: ImportPlan, all: Values[]): Record<string, unknown[]> {
  return Object.fromEntries(
    plan.match_on.map(field => [
      field,
      all.flatMap(values => {
        const value = wanted(kit, values, field)
        return value === undefined ? [] : [value]
      }),
    ]),
  )
}

/** Values the record will have once settled: a web site, say, gives a host. */
export function wanted(kit: ImportKit, values: Values, field: string): unknown {
  const value = field in values ? values[field] : kit.settle(values, undefined)[field]
  return value === null || value === '' ? undefined : value
}

/** Found records by match field, then by the value's key. */
export type Index = Map<string, Map<string, Found[]>>

export function indexFound(kit: ImportKit, plan: ImportPlan, all: Found[], created: ReadonlySet<number>): Index {
  const index: Index = new Map(plan.match_on.map(field => [field, new Map()]))
  for (const found of all) {
    if (created.has(found.id)) continue
    for (const [field, byKey] of index) {
      const key = keyOf(kit, found, field)
      if (key === undefined) continue
      const same = byKey.get(key) ?? []
      if (!same.some(each => each.id === found.id)) byKey.set(key, [...same, found])
    }
  }
  return index
}

/**
 * The record that a row means: the first field that finds one wins. A record that says otherwise in an earlier field is
 * another one; of several, those that have nothing there, as the row has nothing, go first.
 */
export function matchOf(
  kit: ImportKit,
  plan: ImportPlan,
  values: Values,
  index: Index,
): { found?: Found; ambiguous?: Found[] } {
  const earlier: { field: string; key: string | undefined }[] = []
  for (const field of plan.match_on) {
    const key = wantedKey(kit, values, field)
    if (key !== undefined) {
      const candidates = (index.get(field)?.get(key) ?? []).filter(found =>
        earlier.every(
          each => each.key === undefined || !has(found, each.field) || each.key === keyOf(kit, found, each.field),
        ),
      )
      const plain = candidates.filter(found => earlier.every(each => each.key !== undefined || !has(found, each.field)))
      const best = plain.length > 0 ? plain : candidates
      if (best.length === 1) return { found: best[0]! }
      if (best.length > 1) return { ambiguous: best }
    }
    earlier.push({ field, key })
  }
  return {}
}

/** What a row says in a match field; undefined where it says nothing that finds a record. */
export function wantedKey(kit: ImportKit, values: Values, field: string): string | undefined {
  const value = wanted(kit, values, field)
  return value === undefined ? undefined : kit.matchKey(field, { ...values, [field]: value })
}

/** What a record says in it. */
export function keyOf(kit: ImportKit, found: Found, field: string): string | undefined {
  return has(found, field) ? kit.matchKey(field, found.values) : undefined
}

function has(found: Found, field: string): boolean {
  const value = found.values[field]
  return value !== null && value !== undefined && value !== ''
}

/** Takes the row's record for it; the n of the earlier row if one has taken it before. */
export function claimMatch(
  kit: ImportKit,
  plan: ImportPlan,
  values: Values,
  found: Found | undefined,
  n: number,
  seen: Seen,
): number | undefined {
  const field = plan.match_on.find(each => wantedKey(kit, values, each) !== undefined)
  const key = field && `${field}\n${wantedKey(kit, values, field)}`
  const first = (key !== undefined && seen.keys.get(key)) || (found && seen.records.get(found.id)) || undefined
  if (first !== undefined && first !== n) return first
  if (key !== undefined) seen.keys.set(key, n)
  if (found) seen.records.set(found.id, n)
  return undefined
}
