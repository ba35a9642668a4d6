import { isList } from '#contract/card.ts'
import type { ClaimNoun, FactSupport } from '#contract/claim.ts'
import { valueAt } from '#server/record/history.ts'
import type { SupportRow } from './queries.ts'
import { latestOf } from './rule.ts'
import { findField, itemsOf, keyOf } from './value.ts'

type Subject = Record<string, unknown>

export const placeOf = ({ field, value_key }: { field: string; value_key: string }) => `${field} ${value_key}`

/** Whether a field has one value, which sources can differ about; a list is added to. */
export function isSingle(noun: ClaimNoun, name: string): boolean {
  const field = findField(noun, name)
  return field !== undefined && !isList(field)
}

/** The places of the claims that say what the record shows. */
export function shownKeys(noun: ClaimNoun, subject: Subject, rows: readonly Pick<SupportRow, 'field'>[]): Set<string> {
  const fields = [...new Set(rows.map(row => row.field))]
  return new Set(
    fields.flatMap(name => {
      const field = findField(noun, name)
      return field
        ? itemsOf(field, valueAt(subject, name)).map(item => placeOf({ field: name, value_key: keyOf(item) }))
        : []
    }),
  )
}

/** What the claims make of each field: a value that only withdrawn ones support stands alone. */
export function supportOf(noun: ClaimNoun, rows: readonly SupportRow[], shown: ReadonlySet<string>): FactSupport[] {
  return [...Map.groupBy(rows, row => row.field)].map(([field, all]) => {
    const isOne = isSingle(noun, field)
    const live = isOne ? latestOf(all) : all.filter(row => row.withdrawn_at === null)
    const isShown = (row: SupportRow) => shown.has(placeOf(row))
    const origins = new Set(live.filter(isShown).map(row => row.origin)).size
    return { field, state: stateOf(isOne && !live.every(isShown), live.length, all.some(isShown)), origins }
  })
}

/** A value that somebody typed while all who said otherwise were taken back never had a source. */
function stateOf(isDisputed: boolean, live: number, isStated: boolean): FactSupport['state'] {
  if (live > 0) return isDisputed ? 'disputed' : 'supported'
  return isStated ? 'unsupported' : 'none'
}
