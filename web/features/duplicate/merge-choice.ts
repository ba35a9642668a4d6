import { firstFields } from '#contract/contact-field.ts'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import type { FieldKind, Fields } from '#contract/field.ts'
import { schemas } from '#contract/schemas.ts'
import { reachOf } from '#web/ui/form/access-reach.ts'
import { isSameValue } from '#web/ui/form/compare.ts'
import { isBlank } from '#web/ui/formatter.ts'
import { type AnyRecord, fieldsOf } from './records.ts'

export type MergeValueChoice = number | 'all'

const listKinds: readonly (FieldKind | undefined)[] = ['texts', 'addresses', 'parts', 'custom']

export const isList = (noun: MergeEntity, field: string) => listKinds.includes((schemas[noun] as Fields)[field]?.kind)

/** The fields in which the records differ: only these are offered for a choice. */
export function differingFields(noun: MergeEntity, records: readonly AnyRecord[]): string[] {
  return fieldsOf(noun).filter(field => {
    // A name that is not chosen becomes an alias, so that the record is still found by it.
    if (field === 'aliases') return true
    const differs = (name: string) => records.some(record => !isSameValue(record[name], records[0]?.[name]))
    // Likewise, an account or a phone number that is not chosen is added to the contacts.
    return differs(field) || (field === 'contacts' && firstFields(schemas[noun]).some(({ name }) => differs(name)))
  })
}

/**
 * Lists are combined. Other fields take the target's value; if it is empty, the first value of the others. Among dates
 * that agree, the most precise wins.
 */
export function firstChoice(
  noun: MergeEntity,
  field: string,
  target: AnyRecord,
  records: readonly AnyRecord[],
): MergeValueChoice {
  if (isList(noun, field)) return 'all'
  const value = target[field]
  if (isPartialDate(value)) {
    const finer = records.filter(({ [field]: other }) => typeof other === 'string' && other.startsWith(`${value}-`))
    return finer.toSorted((a, b) => String(b[field]).length - String(a[field]).length)[0]?.id ?? target.id
  }
  if (!isBlank(value)) return target.id
  return records.find(record => !isBlank(record[field]))?.id ?? target.id
}

function isPartialDate(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}(-\d\d)?$/.test(value)
}

/**
 * Users, and (negative ids) groups, who can read the merged record: those on the list of each record; null if the
 * records are not restricted. The server applies the same rule.
 */
export function readersOf(records: readonly AnyRecord[]): number[] | null {
  const [first, ...rest] = records.map(record => reachOf(record).readers).filter(readers => readers !== null)
  return first ? first.filter(key => rest.every(list => list.includes(key))) : null
}
