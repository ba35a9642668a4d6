import type { AliasNote } from '#contract/alias.ts'
import type { ContactRead, IdentifierRead } from '#contract/identifier.api.ts'
import type { InterchangeKind } from '#contract/interchange.api.ts'
import type { ExchangeFaultCode } from './words.ts'

/** An entity as read, before it is matched. */
export type RawEntity = {
  id: string
  schema: string
  properties: Record<string, unknown>
  /** The id that its source gave it, if ids of different kinds may be equal. */
  external?: string | undefined
  /** Numbers and contact details that the model has no property for. */
  identifiers?: IdentifierRead[]
  contacts?: ContactRead[]
  /** Kinds and languages of its further names, if the file gives them. */
  alias_notes?: readonly AliasNote[]
}

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
