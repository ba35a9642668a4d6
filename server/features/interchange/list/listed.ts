import type { RawEntity } from '../mapped.ts'
import type { FaultCode } from '../words.ts'

/** An entry of a list that cannot be read, with what is known of it. */
export type Unread = { fault: FaultCode; detail?: Record<string, unknown>; id?: string }

export type Listed = RawEntity | Unread
