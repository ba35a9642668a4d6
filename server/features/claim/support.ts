import type { ClaimEntity, FactSupport } from '#contract/claim.api.ts'
import { isList } from '#contract/field.ts'
import { valueAt } from '#server/core/history.ts'
import type { SupportRow } from './claim.queries.ts'
import { latestOf } from './rule.ts'
import { findField, itemsOf, keyOf } from './value.ts'

type SubjectRow = Record<string, unknown>

export const fieldValueKey = ({ field, value_key }: { field: string; value_key: string }) => `${field} ${value_key}`

/** Whether a field has one value, on which sources can differ; a list is only added to. */
export function isSingle(noun: ClaimEntity, name: string): boolean {
  const field = findField(noun, name)
  return field !== undefined && !isList(field)
}

/** Keys of the claims that state the values shown by the record. */
export function displayedClaimKeys(
  noun: ClaimEntity,
  subject: SubjectRow,
  rows: readonly Pick<SupportRow, 'field'>[],
): Set<string> {
  const fields = [...new Set(rows.map(row => row.field))]
  return new Set(
    fields.flatMap(name => {
      const field = findField(noun, name)
      return field
        ? itemsOf(field, valueAt(subject, name)).map(item => fieldValueKey({ field: name, value_key: keyOf(item) }))
        : []
    }),
  )
}

/** Support of each field by its claims: a value with withdrawn claims only is unsupported. */
export function supportOf(noun: ClaimEntity, rows: readonly SupportRow[], shown: ReadonlySet<string>): FactSupport[] {
  return [...Map.groupBy(rows, row => row.field)].map(([field, all]) => {
    const isOne = isSingle(noun, field)
    const live = isOne ? latestOf(all) : all.filter(row => row.withdrawn_at === null)
    const isShown = (row: SupportRow) => shown.has(fieldValueKey(row))
    const origins = new Set(live.filter(isShown).map(row => row.origin)).size
    return { field, state: stateOf(isOne && !live.every(isShown), live.length, all.some(isShown)), origins }
  })
}

/** A value that a user typed while all contradicting claims were withdrawn never had a source. */
function stateOf(isDisputed: boolean, live: number, isStated: boolean): FactSupport['state'] {
  if (live > 0) return isDisputed ? 'disputed' : 'supported'
  return isStated ? 'unsupported' : 'none'
}
