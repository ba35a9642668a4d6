import type { AnyRow, MergeTable } from './nouns.ts'

/**
 * The default choice for each field of a merge: lists are united; otherwise the older record's value is used, or the
 * other's if it is empty, and the more precise one of two dates that agree.
 */
export function firstChoices(table: MergeTable, target: AnyRow, source: AnyRow): Record<string, number | 'all'> {
  return Object.fromEntries(table.fields.map(field => [field, choiceOf(table, field, target, source)]))
}

function choiceOf(table: MergeTable, field: string, target: AnyRow, source: AnyRow): number | 'all' {
  if (table.lists.includes(field)) return 'all'
  const [said, other] = [target[field], source[field]]
  if (isPartialDate(said) && typeof other === 'string' && other.startsWith(`${said}-`)) return source.id
  return isBlank(said) && !isBlank(other) ? source.id : target.id
}

const isPartialDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}(-\d\d)?$/.test(value)

function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === null || value === undefined || value === ''
}
