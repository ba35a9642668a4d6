import * as z from 'zod/mini'
import { isCountry, regionTree } from './region.ts'
import { Expected, Id, QueryNumber, Repeated } from './wire.ts'

/** An ISO 3166-1 alpha-2 code. */
export const Country = z.string().check(z.maxLength(2), z.refine(isCountry, { params: { code: 'region' } }))

/** A country, or a continent that means all of its countries. */
export const RegionFilter = z.string().check(
  z.maxLength(3),
  z.refine(code => isCountry(code) || code in regionTree, { params: { code: 'region' } }),
)

/** The team's own rating, 0 to 100. */
export const Rating = z.int().check(z.minimum(0), z.maximum(100))

/**
 * `f12:value` matches records whose field has this value, `f12` those with any value. Values of one field are combined
 * with "or", several fields with "and".
 */
export const CustomFilter = Repeated(z.string().check(z.maxLength(120), z.regex(/^f[1-9]\d{0,15}(:.+)?$/s)))

/** The name of a custom field in a history. */
export const CustomFieldName = z.string().check(z.maxLength(30), z.regex(/^custom\.f[1-9]\d{0,15}$/))

/** The first few of a list, for panels. */
export const Few = z.strictObject({ limit: z._default(QueryNumber(1, 50), 10) })

/**
 * Body and reply of one act on many records: the named ones, or all that match a filter if their number is still as
 * expected. `patch` has the fields that can be set on many records at once.
 */
export function bulkOf<F extends z.ZodMiniType, P extends z.ZodMiniObject>(filter: F, patch: P) {
  return {
    body: z.strictObject({
      act: z.enum(['update', 'delete', 'restore']),
      ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(10_000))),
      filter: z.optional(filter),
      expected: Expected,
      patch: z.optional(z.partial(patch)),
    }),
    reply: z.strictObject({
      done: z.int(),
      /** Readable records on which this user may not do the act. */
      refused: z.int(),
      /** Ids of the changed records, for undo; absent above 10,000. */
      ids: z.optional(z.array(Id)),
    }),
  }
}
