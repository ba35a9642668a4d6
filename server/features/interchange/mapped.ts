import type { InterchangeKind } from '#contract/interchange.api.ts'
import type { RawEntity } from '#server/ingest/raw-entity.ts'
import type { ExchangeFaultCode } from './words.ts'

/**
 * One entity of the file, or the fault of its line; `n` is the line number, or the position in a file with one object.
 */
export type ParsedEntity =
  | { n: number; raw: RawEntity }
  | { n: number; fault: ExchangeFaultCode; detail?: Record<string, unknown>; id?: string }

/**
 * An entity of a file in the form in which it would be written. Links refer to their ends by the keys of other
 * entities.
 */
export type MappedEntity = {
  kind: InterchangeKind
  key: string
  /** Id of the record, if this installation exported it. */
  own_id: number | null
  /** Identifiers by which the record may be known, the most reliable first. */
  ids: string[]
  name: string
  values: Record<string, unknown>
  ends: Record<string, string[]>
  faults: { code: ExchangeFaultCode; detail?: Record<string, unknown> }[]
}
