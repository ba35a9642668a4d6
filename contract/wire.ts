import * as z from 'zod/mini'
import type { MessageCode } from './message.ts'
import { countChars } from './text.ts'
import { hasCredentials } from './web-address.ts'

/** The largest that a column of counts and numbers keeps: an `integer` of PostgreSQL. */
export const maxInteger = 2_147_483_647

/** A record's id: a positive integer that JSON carries exactly. */
export const Id = z.int().check(z.positive())

/** A record, a page or a user where it is only named. */
export const Ref = z.strictObject({ id: Id, name: z.string() })

/** An id inside a path or query string. */
export const PathId = z.pipe(
  z.string().check(z.maxLength(16), matches(/^[1-9]\d{0,15}$/, 'id')),
  z.pipe(z.transform(Number), z.int().check(z.positive())),
)

export const IdParams = z.strictObject({ id: PathId })

/** ISO 8601 UTC, milliseconds: `2026-11-21T14:05:00.000Z`. There is no year 0. */
export const Instant = z.iso.datetime().check(z.maxLength(30), matches(/^(?!0000)/, 'datetime'))

/** `1958`, `1958-10` or `1958-10-13`; keeps the precision it was written with. */
export const PartialDate = z
  .string()
  .check(
    z.maxLength(10),
    matches(/^(?!0000)\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/, 'date'),
    z.refine(isRealDate, { params: { code: 'date' } }),
  )

/** A day, `2026-11-21`. */
export const Day = PartialDate.check(matches(/^.{10}$/, 'date'))

function isRealDate(text: string): boolean {
  if (text.length < 10) return true
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** At most `max` characters as people count them: 𠮷 is one. */
function longest(max: number) {
  const check = z.check<string>(payload => {
    const { value } = payload
    // No character takes more than two units.
    if (value.length > max && (value.length > 2 * max || countChars(value) > max))
      payload.issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value })
  })
  // Told to whoever reads the schema: JSON Schema counts in the same way.
  check._zod.onattach.push(schema => {
    schema._zod.bag.maximum = Math.min((schema._zod.bag.maximum as number | undefined) ?? max, max)
  })
  return check
}

/** What PostgreSQL and JSON cannot keep: NUL, and halves of characters. */
const kept = [
  z.refine<string>(text => !text.includes('\u0000'), { params: { code: 'nul' } }),
  z.refine<string>(text => text.isWellFormed(), { params: { code: 'half_character' } }),
] as const

/** Trimmed text that can be kept, at most `max` characters. */
export function Text(max: number) {
  return z.string().check(z.trim(), longest(max), ...kept)
}

/** Text of a given form; `code` names the sentence in `message.ts` that says what form. */
export function matches(pattern: RegExp, code: MessageCode) {
  return z.refine<string>(text => pattern.test(text), { params: { code } })
}

/** Text that must say something. */
export function Required(max: number) {
  return z.string().check(z.trim(), z.minLength(1), longest(max), ...kept)
}

/** An http(s) address. A name or password before the host is refused: every reader of the record would have it. */
export const WebAddress = z.string().check(
  z.trim(),
  z.maxLength(2000),
  z.url({ protocol: /^https?$/ }),
  z.refine(text => !hasCredentials(text), { params: { code: 'address_credentials' } }),
  ...kept,
)

/** Access lists and the like: distinct ids. */
export const IdList = z.pipe(
  z.array(Id).check(z.maxLength(500)),
  z.transform((ids: number[]) => [...new Set(ids)]),
)

/** A repeated query value: `?a=1&a=2` or `?a=1` becomes a list. */
export function Repeated<S extends z.ZodMiniType>(item: S) {
  return z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) ? value : [value])),
    z.array(item).check(z.maxLength(200)),
  )
}

/** Past what numbers carry exactly it is one that no bound allows, and no other fault. */
const toNumber = (given: string | number): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(given)))

export const QueryNumber = (min: number, max: number) =>
  z.pipe(
    z.union([
      z.int().check(z.minimum(min), z.maximum(max)),
      // Of any length: what is wrong with a large number is that it is large.
      z.string().check(z.maxLength(2_000), matches(/^-?\d+$/, 'integer')),
    ]),
    z.pipe(z.transform(toNumber), z.int().check(z.minimum(min), z.maximum(max))),
  )

export const QueryBool = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform((value: boolean | 'true' | 'false') => value === true || value === 'true'),
)

export const QueryInteger = QueryNumber(0, 999_999_999)

/** A level of gravity, 1 to 3. */
export const QueryLevel = z.pipe(
  z.string().check(z.maxLength(1), z.regex(/^[1-3]$/)),
  z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(3))),
)

/** A bound of a rating or a score, both 0 to 100. */
export const QueryRating = QueryNumber(0, 100)

/** The number of a round or a version inside a path or query string. */
export const PathNumber = QueryNumber(1, maxInteger)

/** Minutes east of UTC. */
export const QueryOffset = z.pipe(
  z.union([z.int().check(z.minimum(-840), z.maximum(840)), z.string().check(z.maxLength(4), z.regex(/^-?\d{1,3}$/))]),
  z.pipe(z.transform(Number), z.int().check(z.minimum(-840), z.maximum(840))),
)

/** The paging part of every list query. `sort` names a sortable field, `-` before it for descending. */
export function listQuery<const F extends string>(sortable: readonly F[]) {
  const orders = sortable.flatMap(field => [field, `-${field}`] as const) as (F | `-${F}`)[]
  return {
    current: z._default(QueryNumber(1, 10_000_000), 1),
    pageSize: z._default(QueryNumber(1, 100), 20),
    sort: z.optional(z.enum(orders as [F | `-${F}`, ...(F | `-${F}`)[]])),
    keyword: z.optional(Text(200)),
  }
}

/** A page of a list. `total` is exact wherever it was counted for this very reading, else flagged. */
export function pageOf<S extends z.ZodMiniType>(item: S) {
  return z.strictObject({
    items: z.array(item),
    total: z.int().check(z.nonnegative()),
    total_estimated: z.optional(z.boolean()),
    current: z.int(),
    pageSize: z.int(),
  })
}

export type Page<T> = { items: T[]; total: number; total_estimated?: boolean; current: number; pageSize: number }

/** What every record carries beside its own fields; `can` lists the acts this reader may do. */
export const recordFields = {
  id: Id,
  rev: z.int(),
  owner: z.nullable(Id),
  created_at: Instant,
  updated_at: Instant,
  can: z.array(z.enum(['update', 'delete', 'restore'])),
}

export const accessFields = { read_user: z.array(Id), write_user: z.array(Id) }

/** Rev a client saw; a stale one is answered with 409 and the current record. */
export const Rev = z.optional(z.int().check(z.nonnegative(), z.maximum(maxInteger)))

/** How many records an act was meant for. */
export const Expected = z.optional(z.int().check(z.nonnegative(), z.maximum(maxInteger)))

export const Empty = z.strictObject({})
export const Nothing = z.null()
