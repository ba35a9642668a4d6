import { type RawBuilder, sql } from 'kysely'
import type { MarkEntity } from '#contract/import_run.api.ts'
import { type Entity, entityNames } from '#contract/registry.ts'
import { readable } from '#server/core/access.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** The titles of records that this reader may see, even in the trash, as `noun id`; links are named by both ends. */
export async function findTitles(
  ctx: Ctx,
  marks: readonly { noun: MarkEntity; record_id: number }[],
): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const [noun, some] of Map.groupBy(marks, mark => mark.noun)) {
    const ids = some.map(mark => mark.record_id)
    const { rows } = await (isEntityMark(noun) ? ofRecords(ctx, noun, ids) : ofLinks(ctx, noun, ids)).execute(ctx.db)
    for (const { id, title } of rows) all.set(`${noun} ${id}`, title)
  }
  return all
}

const isEntityMark = (noun: MarkEntity): noun is Entity => (entityNames as readonly string[]).includes(noun)

type Titles = RawBuilder<{ id: number; title: string }>

const ofRecords = (ctx: Ctx, noun: Entity, ids: readonly number[]): Titles =>
  sql`select record.id, ${sql.ref(`record.${entities[noun].title}`)} as title from ${sql.table(noun)} as record
    where record.id = any(${ids}::bigint[]) and ${readable(entities[noun].policy, ctx, 'record')}`

const ends = {
  membership: { a: [['person', 'person_id']], b: ['og', 'og_id'] },
  relation: { a: [['person', 'from_id']], b: ['person', 'to_id'] },
  og_relation: {
    a: [
      ['person', 'from_person_id'],
      ['og', 'from_og_id'],
    ],
    b: ['og', 'og_id'],
  },
} as const

type EndColumn = readonly ['person' | 'og', string]

/** The name of an end is shown only to users who may read it; a link needs the names of both. */
function ofLinks(ctx: Ctx, noun: keyof typeof ends, ids: readonly number[]): Titles {
  const { a, b } = ends[noun]
  const nameOf = ([table, column]: EndColumn) => sql`(select far.name from ${sql.table(table)} as far
    where far.id = ${sql.ref(`link.${column}`)} and ${readable(entities[table].policy, ctx, 'far')})`
  return sql`select * from (select link.id, coalesce(${sql.join(a.map(nameOf))}) || ' – ' || ${nameOf(b)} as title
    from ${sql.table(noun)} as link where link.id = any(${ids}::bigint[])) as named where title is not null`
}
