import type { AliasNote } from '#contract/alias.ts'
import type { ContactRead, IdentifierRead } from '#contract/identifier.api.ts'

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
