import { isBlank } from '#web/ui/look.ts'

export type Values = Record<string, unknown>

/** Two ways of writing nothing are the same; lists count in their order, keys in none. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isBlank(a) && isBlank(b)) return true
  return JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder)
}

/** The server keeps some values in an order of keys of its own. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The values of `after` that differ from `before`. */
export function changedValues(before: Values, after: Values): Values {
  const from = spread(before)
  return gather(Object.fromEntries(Object.entries(spread(after)).filter(([name, value]) => !isSame(from[name], value))))
}

export function pick(record: object, fields: readonly string[]): Values {
  const from = record as Values
  return Object.fromEntries(fields.map(field => [field, from[field]]))
}

/**
 * Fields that the team defined stand in one object, `custom`; they are compared, chosen and sent each by its own name,
 * `custom.f3`.
 */
export function spread({ custom, ...values }: Values): Values {
  if (typeof custom !== 'object' || custom === null) return values
  const own = Object.entries(custom).map(([key, value]) => [`custom.${key}`, value])
  return { ...values, ...Object.fromEntries(own) }
}

/** The way back. */
export function gather(values: Values): Values {
  const own = Object.entries(values).filter(([name]) => name.startsWith('custom.'))
  const rest = Object.entries(values).filter(([name]) => !name.startsWith('custom.'))
  const custom = Object.fromEntries(own.map(([name, value]) => [name.slice('custom.'.length), value ?? null]))
  return { ...Object.fromEntries(rest), ...(own.length > 0 && { custom }) }
}

export type Side = 'mine' | 'theirs'

export type ConflictRow = {
  field: string
  base: unknown
  mine: unknown
  theirs: unknown
  /** Set where only one of the two changed the field; absent where the reader must choose. */
  choice: Side | undefined
}

/** The fields on which my values and the present record differ, with the base that both began from. */
export function conflictRows(fields: readonly string[], was: Values, own: Values, present: Values): ConflictRow[] {
  const [base, mine, theirs] = [spread(was), spread(own), spread(present)]
  const custom = [base, mine, theirs].flatMap(Object.keys).filter(name => name.startsWith('custom.'))
  return [...fields.filter(field => field !== 'custom'), ...new Set(custom)].flatMap(field => {
    const isMine = !isSame(base[field], mine[field])
    const isTheirs = !isSame(base[field], theirs[field])
    if (isSame(mine[field], theirs[field])) return []
    const choice = isMine && isTheirs ? undefined : isMine ? ('mine' as const) : ('theirs' as const)
    return [{ field, base: base[field], mine: mine[field], theirs: theirs[field], choice }]
  })
}

/** The present record with my value wherever I chose it. */
export function mergeValues(theirs: Values, rows: readonly ConflictRow[]): Values {
  const mine = rows.filter(row => row.choice === 'mine').map(row => [row.field, row.mine])
  const merged = gather({ ...spread(theirs), ...Object.fromEntries(mine) })
  return theirs.custom === undefined ? merged : { ...merged, custom: merged.custom ?? {} }
}
