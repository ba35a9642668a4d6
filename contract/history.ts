import * as z from 'zod/mini'
import { Id, Instant } from './wire.ts'

/** Acts on a record that its history contains. */
export const historyActs = ['create', 'update', 'delete', 'restore', 'merge', 'unmerge'] as const

/** One act on a record: user, time, request id, and each field's value before and after. */
export const HistoryEntry = z.strictObject({
  id: Id,
  /** The revision created by this change; null if it created none, as for a link that not every reader sees. */
  rev: z.nullable(z.int()),
  act: z.enum(historyActs),
  at: Instant,
  /** Null if the system acted or the user no longer exists. */
  user_id: z.nullable(Id),
  username: z.nullable(z.string()),
  req_id: z.string(),
  changes: z.array(z.strictObject({ field: z.string(), from: z.unknown(), to: z.unknown() })),
})
export type HistoryEntry = z.output<typeof HistoryEntry>
