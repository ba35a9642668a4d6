import type { IngestFaultCode } from '#server/ingest/fault.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'

/** An entry of a list that cannot be read, with the known part of its data. */
type UnreadableEntry = { fault: IngestFaultCode; detail?: Record<string, unknown>; id?: string }

export type ListedEntry = RawEntity | UnreadableEntry
