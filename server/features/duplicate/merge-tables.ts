import type * as z from 'zod/mini'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import { type Fields, writtenOf } from '#contract/field.ts'
import { groupFields, type Policy } from '#server/core/access.ts'
import type { LinkTarget } from '#server/core/link.ts'
import type { Columns, RecordRow } from '#server/core/table.ts'
import { entities, entityColumns } from '#server/entities.ts'

/** A record of any entity, as a merge reads and writes it. */
export type AnyRow = RecordRow & Record<string, unknown>

/** The properties of an entity that a merge needs. */
export type MergeTable = {
  name: MergeEntity
  policy: Policy
  columns: Columns<string>
  fields: string[]
  json: string[]
  /** Fields that are lists and can be united. */
  lists: readonly string[]
  title: 'name' | 'title'
  englishTitle?: string
  /** The entity's own validation of edits. */
  patch: z.ZodMiniType
  schema: Fields
}

/** The merge computes who may read and write the record; these fields cannot be chosen. */
const access: readonly string[] = ['read_user', 'write_user', ...groupFields]

export function mergeTable(name: MergeEntity): MergeTable {
  const { policy, title, patch } = entities[name]
  const { englishTitle }: LinkTarget = entities[name]
  const schema: Fields = entities[name].schema
  const fields = writtenOf(schema).filter(field => !access.includes(field))
  const ofKind = (...kinds: string[]) => fields.filter(field => kinds.includes(schema[field]?.kind ?? ''))
  return {
    name,
    policy,
    // The entity is known only at run time; `name` states which table the columns belong to.
    columns: entityColumns(name) as never,
    fields,
    json: ofKind('parts', 'custom'),
    lists: ofKind('texts', 'addresses', 'parts', 'custom'),
    title,
    ...(englishTitle && { englishTitle }),
    patch,
    schema,
  }
}
