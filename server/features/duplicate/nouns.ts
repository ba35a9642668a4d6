import type * as z from 'zod/mini'
import { type Fields, writtenOf } from '#contract/card.ts'
import type { MergeNoun } from '#contract/duplicate.ts'
import { columnsOfNoun, nouns } from '#server/nouns.ts'
import type { Policy } from '#server/record/access.ts'
import type { Columns, RecordRow } from '#server/record/table.ts'

/** A record of any noun, as merging reads and writes it. */
export type AnyRow = RecordRow & Record<string, unknown>

/** What merging must know of a noun. */
export type MergeTable = {
  name: MergeNoun
  policy: Policy
  columns: Columns<string>
  fields: string[]
  json: string[]
  /** Fields that are lists and may take the values of all. */
  lists: readonly string[]
  title: 'name' | 'title'
  /** The noun's own rules for what people may write. */
  patch: z.ZodMiniType
  card: Fields
}

/** Who may read and write a record is settled by the merge, not chosen field by field. */
const access = ['read_user', 'write_user']

export function mergeTable(name: MergeNoun): MergeTable {
  const { policy, title, patch } = nouns[name]
  const card: Fields = nouns[name].card
  const fields = writtenOf(card).filter(field => !access.includes(field))
  const ofKind = (...kinds: string[]) => fields.filter(field => kinds.includes(card[field]?.kind ?? ''))
  return {
    name,
    policy,
    // The columns of a noun that is only known here: which table they are of is said by `name` beside them.
    columns: columnsOfNoun(name) as never,
    fields,
    json: ofKind('parts', 'custom'),
    lists: ofKind('texts', 'addresses', 'parts', 'custom'),
    title,
    patch,
    card,
  }
}
