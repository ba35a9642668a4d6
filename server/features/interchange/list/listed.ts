import type { RawEntity } from '../mapped.ts'
import type { ExchangeFaultCode } from '../words.ts'

/** An entry of a list that cannot be read, with the known part of its data. */
export type UnreadableEntry = { fault: ExchangeFaultCode; detail?: Record<string, unknown>; id?: string }

export type ListedEntry = RawEntity | UnreadableEntry
