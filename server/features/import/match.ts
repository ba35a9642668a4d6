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

/** What a row says in a match field: `value` looks a record up, records of the same `key` are meant; undefined where it says nothing. */
export type Wanted = { field: string; value: unknown; key: string | undefined }

/** What a row says in each match field, in the plan's order. */
export function wantedOf(kit: ImportKit, plan: ImportPlan, values: Values): Wanted[] {
  // Values the record will have once settled: a web site, say, gives a host.
  const all = plan.match_on.every(field => field in values) ? values : { ...kit.settle(values, undefined), ...values }
  return plan.match_on.map(field => {
    const said = all[field]
    const value = said === null || said === '' ? undefined : said
    return { field, value, key: value === undefined ? undefined : kit.matchKey(field, { ...values, [field]: value }) }
  })
}

/** The values that may find records, by field. */
export function keysOf(plan: ImportPlan, all: readonly (readonly Wanted[])[]): Record<string, unknown[]> {
  return Object.fromEntries(
    plan.match_on.map((field, place) => [
      field,
      all.flatMap(wanted => {
        const value = wanted[place]?.value
        return value === undefined ? [] : [value]
      }),
    ]),
  )
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
  wanted: readonly Wanted[],
  index: Index,
): { found?: Found; ambiguous?: Found[] } {
  for (const [place, { field, key }] of wanted.entries()) {
    const candidates = key === undefined ? undefined : index.get(field)?.get(key)
    if (!candidates) continue
    const earlier = wanted.slice(0, place)
    const fitting = candidates.filter(found =>
      earlier.every(
        each => each.key === undefined || !has(found, each.field) || each.key === keyOf(kit, found, each.field),
      ),
    )
    const plain = fitting.filter(found => earlier.every(each => each.key !== undefined || !has(found, each.field)))
    const best = plain.length > 0 ? plain : fitting
    if (best.length === 1) return { found: best[0]! }
    if (best.length > 1) return { ambiguous: best }
  }
  return {}
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
  wanted: readonly Wanted[],
  found: Found | undefined,
  n: number,
  seen: Seen,
): number | undefined {
  const own = wanted.find(each => each.key !== undefined)
  const key = own && `${own.field}\n${own.key}`
  const first = (key !== undefined && seen.keys.get(key)) || (found && seen.records.get(found.id)) || undefined
  if (first !== undefined && first !== n) return first
  if (key !== undefined) seen.keys.set(key, n)
  if (found) seen.records.set(found.id, n)
  return undefined
}
