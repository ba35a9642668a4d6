import type { RawEntity } from '../mapped.ts'
import type { FaultCode } from '../words.ts'

/** An entry of a list that cannot be read, with the known part of its data. */
export type Unread = { fault: FaultCode; detail?: Record<string, unknown>; id?: string }

export type Listed = RawEntity | Unread
