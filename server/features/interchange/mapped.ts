import type { AliasNote } from '#contract/alias.ts'
import type { ContactRead, IdentifierRead } from '#contract/identifier.ts'
import type { InterchangeKind } from '#contract/interchange.ts'
import type { FaultCode } from './words.ts'

/** An entity as read, before anything is known of it. */
export type RawEntity = {
  id: string
  schema: string
  properties: Record<string, unknown>
  /** The id that its source gave it, where ids of different kinds may be the same. */
  external?: string | undefined
  /** Numbers and contact details that the model has no property for. */
  identifiers?: IdentifierRead[]
  contacts?: ContactRead[]
  /** What is known of its further names, where the file says it of each. */
  alias_notes?: readonly AliasNote[]
}

/** One entity of the file, or what is wrong with its line; `n` is the line, or the place in a file of one object. */
export type Read =
  | { n: number; raw: RawEntity }
  | { n: number; fault: FaultCode; detail?: Record<string, unknown>; id?: string }

/** An entity of a file as it would be written here. Links name their ends by the keys of other entities. */
export type Mapped = {
  kind: InterchangeKind
  key: string
  /** Number of the record, where the id says that this installation gave it. */
  own_id: number | null
  /** Identifiers under which the record may be known here, the surest first. */
  ids: string[]
  name: string
  values: Record<string, unknown>
  ends: Record<string, string[]>
  faults: { code: FaultCode; detail?: Record<string, unknown> }[]
}
