import { isBlank } from '#web/ui/formatter.ts'

export type ComparedValues = Record<string, unknown>

/** All kinds of empty values are equal; the order matters in lists, but not for keys. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (isBlank(a) && isBlank(b)) return true
  return JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder)
}

/** The server stores some values with its own order of keys. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The values of `after` that differ from `before`. */
export function changedValues(before: ComparedValues, after: ComparedValues): ComparedValues {
  const from = spread(before)
  return gather(
    Object.fromEntries(Object.entries(spread(after)).filter(([name, value]) => !isSameValue(from[name], value))),
  )
}

export function pick(record: object, fields: readonly string[]): ComparedValues {
  const from = record as ComparedValues
  return Object.fromEntries(fields.map(field => [field, from[field]]))
}

/**
 * Custom fields are in one object, `custom`; they are compared, chosen and sent separately under their names,
 * `custom.f3`.
 */
export function spread({ custom, ...values }: ComparedValues): ComparedValues {
  if (typeof custom !== 'object' || custom === null) return values
  const own = Object.entries(custom).map(([key, value]) => [`custom.${key}`, value])
  return { ...values, ...Object.fromEntries(own) }
}

/** The inverse of `spread`. */
function gather(values: ComparedValues): ComparedValues {
  const own = Object.entries(values).filter(([name]) => name.startsWith('custom.'))
  const rest = Object.entries(values).filter(([name]) => !name.startsWith('custom.'))
  const custom = Object.fromEntries(own.map(([name, value]) => [name.slice('custom.'.length), value ?? null]))
  return { ...Object.fromEntries(rest), ...(own.length > 0 && { custom }) }
}

export type CompareSide = 'mine' | 'theirs'

export type ConflictRow = {
  field: string
  base: unknown
  mine: unknown
  theirs: unknown
  /** Set if only one side changed the field; absent if the user must choose. */
  choice: CompareSide | undefined
}

/** The fields in which my values and the present record differ, with their common base. */
export function conflictRows(
  fields: readonly string[],
  was: ComparedValues,
  own: ComparedValues,
  present: ComparedValues,
): ConflictRow[] {
  const [base, mine, theirs] = [spread(was), spread(own), spread(present)]
  const custom = [base, mine, theirs].flatMap(Object.keys).filter(name => name.startsWith('custom.'))
  return [...fields.filter(field => field !== 'custom'), ...new Set(custom)].flatMap(field => {
    const isMine = !isSameValue(base[field], mine[field])
    const isTheirs = !isSameValue(base[field], theirs[field])
    if (isSameValue(mine[field], theirs[field])) return []
    const choice = isMine && isTheirs ? undefined : isMine ? ('mine' as const) : ('theirs' as const)
    return [{ field, base: base[field], mine: mine[field], theirs: theirs[field], choice }]
  })
}

/** The present record with my values where they were chosen. */
export function mergeValues(theirs: ComparedValues, rows: readonly ConflictRow[]): ComparedValues {
  const mine = rows.filter(row => row.choice === 'mine').map(row => [row.field, row.mine])
  const merged = gather({ ...spread(theirs), ...Object.fromEntries(mine) })
  return theirs.custom === undefined ? merged : { ...merged, custom: merged.custom ?? {} }
}
