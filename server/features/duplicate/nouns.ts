import type * as z from 'zod/mini'
import { type Fields, writtenOf } from '#contract/card.ts'
import type { MergeNoun } from '#contract/duplicate.ts'
import { columnsOfNoun, nouns } from '#server/nouns.ts'
import type { Policy } from '#server/record/access.ts'
import type { Columns, RecordRow } from '#server/record/table.ts'

/** A record of any entity, as a merge reads and writes it. */
export type AnyRow = RecordRow & Record<string, unknown>

/** The properties of an entity that a merge needs. */
export type MergeTable = {
  name: MergeNoun
  policy: Policy
  columns: Columns<string>
  fields: string[]
  json: string[]
  /** Fields that are lists and can be united. */
  lists: readonly string[]
  title: 'name' | 'title'
  /** The entity's own validation of edits. */
  patch: z.ZodMiniType
  card: Fields
}

/** The merge computes who may read and write the record; these fields cannot be chosen. */
const access = ['read_user', 'write_user']

export function mergeTable(name: MergeNoun): MergeTable {
  const { policy, title, patch } = nouns[name]
  const card: Fields = nouns[name].card
  const fields = writtenOf(card).filter(field => !access.includes(field))
  const ofKind = (...kinds: string[]) => fields.filter(field => kinds.includes(card[field]?.kind ?? ''))
  return {
    name,
    policy,
    // The entity is known only at run time; `name` states which table the columns belong to.
    columns: columnsOfNoun(name) as never,
    fields,
    json: ofKind('parts', 'custom'),
    lists: ofKind('texts', 'addresses', 'parts', 'custom'),
    title,
    patch,
    card,
  }
}
