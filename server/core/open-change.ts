import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { type ChangedLink, detailOf, type FieldChange } from './history.ts'

/**
 * Selects the records with a change that all their readers may see: a change of a field, or of a link or reference to a
 * record that is open to all. Other changes must leave `rev` and `updated_at` as they are: new values would reveal the
 * change to readers who may not see its cause.
 */
export async function findOpenChanges<T extends { changes: readonly FieldChange[] }>(
  ctx: Ctx,
  records: readonly T[],
): Promise<Set<T>> {
  const details = records.map(record => ({ record, ...detailOf(record.changes) }))
  const links = details.flatMap(({ fields, links = [] }) => (fields.length > 0 ? [] : links))
  const open = await findOpen(ctx, links)
  const isOpen = ({ noun, id }: ChangedLink) => open.has(`${noun} ${id}`)
  return new Set(
    details.filter(({ fields, links = [] }) => fields.length > 0 || links.some(isOpen)).map(({ record }) => record),
  )
}

async function findOpen(ctx: Ctx, links: readonly ChangedLink[]): Promise<Set<string>> {
  if (links.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    with link as (select distinct noun, id from json_to_recordset(${JSON.stringify(links)}::json) as link (noun text, id bigint))
    select noun || ' ' || link.id as key from link where case noun
      when 'og' then exists (select from og where og.id = link.id and og.read_user = '{}' and og.deleted_at is null)
      when 'person' then exists (select from person
        where person.id = link.id and person.read_user = '{}' and person.deleted_at is null)
      when 'source' then exists (select from source
        where source.id = link.id and source.read_user = '{}' and source.deleted_at is null)
      else exists (select from event
        where event.id = link.id and event.read_user = '{}' and event.deleted_at is null) end`.execute(ctx.db)
  return new Set(rows.map(row => row.key))
}
