import type { ImportPlan } from '#contract/import.api.ts'
import type { ExistingRecord, ImportAdapter, ImportValues } from './import.adapter.ts'

/** Records and keys used by earlier rows of the file. */
export type EarlierRows = {
  /** First match value of a row → its n. */
  keys: Map<string, number>
  /** Record matched, or created by this import → the row's n. */
  records: Map<number, number>
  /** Records that this import created: no other row matches them. */
  created: Set<number>
}

export function emptyEarlierRows(): EarlierRows {
  return { keys: new Map(), records: new Map(), created: new Set() }
}

/**
 * A row's value in a match field: `value` is used for the lookup, records with the same `key` match; undefined if the
 * row has no value.
 */
export type MatchValue = { field: string; value: unknown; key: string | undefined }

/** A row's values in the match fields, in the plan's order. */
export function matchValuesOf(adapter: ImportAdapter, plan: ImportPlan, values: ImportValues): MatchValue[] {
  // Includes derived values of the record: a website, for example, gives a host.
  const all = plan.match_on.every(field => field in values)
    ? values
    : { ...adapter.settle(values, undefined), ...values }
  return plan.match_on.map(field => {
    const given = all[field]
    const value = given === null || given === '' ? undefined : given
    return {
      field,
      value,
      key: value === undefined ? undefined : adapter.matchKey(field, { ...values, [field]: value }),
    }
  })
}

/** The lookup values, by field. */
export function matchKeysOf(plan: ImportPlan, all: readonly (readonly MatchValue[])[]): Record<string, unknown[]> {
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
export type MatchIndex = Map<string, Map<string, ExistingRecord[]>>

export function indexExisting(
  adapter: ImportAdapter,
  plan: ImportPlan,
  all: ExistingRecord[],
  created: ReadonlySet<number>,
): MatchIndex {
  const index: MatchIndex = new Map(plan.match_on.map(field => [field, new Map()]))
  for (const found of all) {
    if (created.has(found.id)) continue
    for (const [field, byKey] of index) {
      const key = matchKeyOf(adapter, found, field)
      if (key === undefined) continue
      const same = byKey.get(key) ?? []
      if (!same.some(each => each.id === found.id)) byKey.set(key, [...same, found])
    }
  }
  return index
}

/**
 * The record that matches a row: the first field with a match wins. A record with a different value in an earlier field
 * does not match; among several, those without a value in that field have priority if the row has none either.
 */
export function matchOf(
  adapter: ImportAdapter,
  wanted: readonly MatchValue[],
  index: MatchIndex,
): { found?: ExistingRecord; ambiguous?: ExistingRecord[] } {
  for (const [place, { field, key }] of wanted.entries()) {
    const candidates = key === undefined ? undefined : index.get(field)?.get(key)
    if (!candidates) continue
    const earlier = wanted.slice(0, place)
    const fitting = candidates.filter(found =>
      earlier.every(
        each =>
          each.key === undefined || !has(found, each.field) || each.key === matchKeyOf(adapter, found, each.field),
      ),
    )
    const plain = fitting.filter(found => earlier.every(each => each.key !== undefined || !has(found, each.field)))
    const best = plain.length > 0 ? plain : fitting
    if (best.length === 1) return { found: best[0]! }
    if (best.length > 1) return { ambiguous: best }
  }
  return {}
}

/** The record's key in a match field. */
export function matchKeyOf(adapter: ImportAdapter, found: ExistingRecord, field: string): string | undefined {
  return has(found, field) ? adapter.matchKey(field, found.values) : undefined
}

function has(found: ExistingRecord, field: string): boolean {
  const value = found.values[field]
  return value !== null && value !== undefined && value !== ''
}

/** Marks the row's record as used; returns the n of the earlier row if one has used it before. */
export function claimMatch(
  wanted: readonly MatchValue[],
  found: ExistingRecord | undefined,
  n: number,
  seen: EarlierRows,
): number | undefined {
  const own = wanted.find(each => each.key !== undefined)
  const key = own && `${own.field}\n${own.key}`
  const first = (key !== undefined && seen.keys.get(key)) || (found && seen.records.get(found.id)) || undefined
  if (first !== undefined && first !== n) return first
  if (key !== undefined) seen.keys.set(key, n)
  if (found) seen.records.set(found.id, n)
  return undefined
}
