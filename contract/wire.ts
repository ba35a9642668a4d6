import * as z from 'zod/mini'
import type { MessageCode } from './message.ts'
import { countChars } from './text.ts'
import { hasCredentials } from './web-address.ts'

/** The largest value of a PostgreSQL `integer` column, for counts and numbers. */
export const maxInteger = 2_147_483_647

/** A record's id: a positive integer that JSON represents exactly. */
export const Id = z.int().check(z.positive())

/** A reference to a record, a page or a user by id and name. */
export const Ref = z.strictObject({ id: Id, name: z.string() })

/**
 * The English name of a record that may be an organisation; absent or null if it has none, and for other entities. The
 * client shows it instead of `name` to English users, by `displayName`.
 */
export const engName = { eng_name: z.optional(z.nullable(z.string())) }

/** At run time a string. The type is opaque so that no screen shows it without `displayName`. */
export type OgName = { readonly isShownBy: 'displayName' }
export const asOgName = (name: string): OgName => name as unknown as OgName

/** A reference to an organisation. */
export const OgRef = z.strictObject({
  id: Id,
  name: z.string() as unknown as z.ZodMiniType<OgName, string>,
  ...engName,
})
export type OgRef = z.output<typeof OgRef>

/** An id inside a path or query string. */
export const PathId = z.pipe(
  z.string().check(z.maxLength(16), matches(/^[1-9]\d{0,15}$/, 'id')),
  z.pipe(z.transform(Number), z.int().check(z.positive())),
)

export const IdParams = z.strictObject({ id: PathId })

/** ISO 8601 UTC with milliseconds: `2026-11-21T14:05:00.000Z`. There is no year 0. */
export const Instant = z.iso.datetime().check(z.maxLength(30), matches(/^(?!0000)/, 'datetime'))

/** `1958`, `1958-10` or `1958-10-13`; preserves the precision of the input. */
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

/** At most `max` characters as people count them: 𠮷 counts as one. */
function longest(max: number) {
  const check = z.check<string>(payload => {
    const { value } = payload
    // Shortcut: a character takes at most two units.
    if (value.length > max && (value.length > 2 * max || countChars(value) > max))
      payload.issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value })
  })
  // Adds the limit to the schema for its readers; JSON Schema counts characters in the same way.
  check._zod.onattach.push(schema => {
    schema._zod.bag.maximum = Math.min((schema._zod.bag.maximum as number | undefined) ?? max, max)
  })
  return check
}

/** Refuses text that PostgreSQL and JSON cannot store: NUL, and unpaired surrogates. */
const storableText = [
  z.refine<string>(text => !text.includes('\u0000'), { params: { code: 'nul' } }),
  z.refine<string>(text => text.isWellFormed(), { params: { code: 'half_character' } }),
] as const

/** Trimmed text that can be stored, at most `max` characters. */
export function Text(max: number) {
  return z.string().check(z.trim(), longest(max), ...storableText)
}

/** Text of a given form; `code` names the sentence in `message.ts` that explains the form. */
export function matches(pattern: RegExp, code: MessageCode) {
  return z.refine<string>(text => pattern.test(text), { params: { code } })
}

/** Text that must not be empty. */
export function Required(max: number) {
  return z.string().check(z.trim(), z.minLength(1), longest(max), ...storableText)
}

/**
 * An http(s) address. A name or password before the host is refused, because every reader of the record would see it.
 */
export const WebAddress = z.string().check(
  z.trim(),
  z.maxLength(2000),
  z.url({ protocol: /^https?$/ }),
  z.refine(text => !hasCredentials(text), { params: { code: 'address_credentials' } }),
  ...storableText,
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

/**
 * Clamps to the integers that numbers represent exactly, so that a larger value only fails the limit and causes no
 * other fault.
 */
const toNumber = (given: string | number): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(given)))

export const QueryNumber = (min: number, max: number) =>
  z.pipe(
    z.union([
      z.int().check(z.minimum(min), z.maximum(max)),
      // Digits of any length are accepted here, so that the reported fault of a large number is its size.
      z.string().check(z.maxLength(2_000), matches(/^-?\d+$/, 'integer')),
    ]),
    z.pipe(z.transform(toNumber), z.int().check(z.minimum(min), z.maximum(max))),
  )

export const QueryBool = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform((value: boolean | 'true' | 'false') => value === true || value === 'true'),
)

export const QueryInteger = QueryNumber(0, 999_999_999)

/** A level of severity, 1 to 3. */
export const QueryLevel = z.pipe(
  z.string().check(z.maxLength(1), z.regex(/^[1-3]$/)),
  z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(3))),
)

/** A limit of a rating or a score, 0 to 100. */
export const QueryRating = QueryNumber(0, 100)

/** The number of a round or a version inside a path or query string. */
export const PathNumber = QueryNumber(1, maxInteger)

/** Minutes east of UTC. */
export const QueryOffset = z.pipe(
  z.union([z.int().check(z.minimum(-840), z.maximum(840)), z.string().check(z.maxLength(4), z.regex(/^-?\d{1,3}$/))]),
  z.pipe(z.transform(Number), z.int().check(z.minimum(-840), z.maximum(840))),
)

/** The paging part of every list query. `sort` names a sortable field; a leading `-` sorts in descending order. */
export function listQuery<const F extends string>(sortable: readonly F[]) {
  const orders = sortable.flatMap(field => [field, `-${field}`] as const) as (F | `-${F}`)[]
  return {
    current: z._default(QueryNumber(1, 10_000_000), 1),
    pageSize: z._default(QueryNumber(1, 100), 20),
    sort: z.optional(z.enum(orders as [F | `-${F}`, ...(F | `-${F}`)[]])),
    keyword: z.optional(Text(200)),
  }
}

/** A page of a list. `total` is exact if it was counted for this request, otherwise flagged as an estimate. */
export function pageOf<S extends z.ZodMiniType>(item: S) {
  return z.strictObject({
    items: z.array(item),
    total: z.int().check(z.nonnegative()),
    total_estimated: z.optional(z.boolean()),
    current: z.int(),
    pageSize: z.int(),
  })
}

export type ListPage<T> = { items: T[]; total: number; total_estimated?: boolean; current: number; pageSize: number }

/** Fields that every record has besides its own; `can` lists the acts that this reader may do. */
export const recordFields = {
  id: Id,
  rev: z.int(),
  owner: z.nullable(Id),
  created_at: Instant,
  updated_at: Instant,
  can: z.array(z.enum(['update', 'delete', 'restore'])),
}

/** The users and groups that can see and change a record; empty lists leave it to the role. */
export const accessFields = {
  read_user: z.array(Id),
  write_user: z.array(Id),
  read_group: z.array(Id),
  write_group: z.array(Id),
}

/** The rev that a client saw; an outdated one is answered with 409 and the current record. */
export const Rev = z.optional(z.int().check(z.nonnegative(), z.maximum(maxInteger)))

/** The number of records that the caller meant to change. */
export const Expected = z.optional(z.int().check(z.nonnegative(), z.maximum(maxInteger)))

export const Empty = z.strictObject({})
export const Nothing = z.null()
