import * as z from 'zod/mini'
import { Id, Instant } from './wire.ts'

/** What can be done to a record. */
export const historyActs = ['create', 'update', 'delete', 'restore', 'merge', 'unmerge'] as const

/** One act on a record: who, when, under which request, and each field's value before and after. */
export const History = z.strictObject({
  id: Id,
  /** The revision that this change made; null where it made none: a link that not every reader sees moves nothing. */
  rev: z.nullable(z.int()),
  act: z.enum(historyActs),
  at: Instant,
  /** Null when the system acted, or the user is gone. */
  user_id: z.nullable(Id),
  username: z.nullable(z.string()),
  req_id: z.string(),
  changes: z.array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() })),
})
export type History = z.output<typeof History>
