// Links of a record to records of other entities, each kind in a separate table: `event_og` with `event_id` and
// `og_id`. The target of a link is revealed, and a search through it gives results, only to users who may read the
// target.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OgRef } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Policy, readable } from './access.ts'

/**
 * An entity that can be the target of links. `name`: its table; `title`: the column that names a record, `englishTitle`
 * the one that names it in English.
 */
export type LinkTarget = { name: string; policy: Policy; title: string; englishTitle?: string }
export type Ref = { id: number; name: string; eng_name?: string | null }
/** `of`: the record that has the link; `kind`: the kind of link, if the table stores several. */
export type LinkedRecord = Ref & { of: number; kind: string }

/** A reference to the organisation of this alias; `eng_name` is absent if it has none. */
export const ogRef = (alias: string): RawBuilder<OgRef> =>
  sql`json_strip_nulls(json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)},
    'eng_name', ${sql.ref(`${alias}.eng_name`)}))`

/** The English name of a record, null for entities without one. */
export const englishTitleOf = ({ name, englishTitle }: LinkTarget, alias = name): RawBuilder<string | null> =>
  englishTitle ? sql`${sql.ref(`${alias}.${englishTitle}`)}` : sql`null::text`

/** For tables with several kinds of links: the kinds to use. */
type OfKinds = { kinds?: readonly string[] }

const tableOf = (owner: string, target: LinkTarget) => sql.table(`${owner}_${target.name}`)
const columnOf = ({ name }: LinkTarget) => sql.ref(`link.${name}_id`)
const idOf = (noun: string) => sql.ref(`${noun}.id`)
const ofKinds = ({ kinds }: OfKinds) => (kinds ? sql`link.kind = any(${kinds}::text[])` : sql`true`)

/** Live and readable: the condition for a link's target to be shown or linked. */
export function isThere(ctx: Ctx, target: LinkTarget, alias = target.name): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${alias}.deleted_at`)} is null and ${readable(target.policy, ctx, alias)}`
}

/** Links of these records to records that this reader may read, in the order of names. */
export async function readLinks(
  ctx: Ctx,
  owner: string,
  target: LinkTarget,
  ids: readonly number[],
  of: OfKinds = {},
): Promise<LinkedRecord[]> {
  if (ids.length === 0) return []
  const title = sql.ref(`${target.name}.${target.title}`)
  const ownId = sql.ref(`link.${owner}_id`)
  const { rows } = await sql<LinkedRecord>`
    select ${ownId} as of, ${of.kinds ? sql`link.kind` : sql`''`} as kind, ${idOf(target.name)}, ${title} as name,
      ${englishTitleOf(target)} as eng_name
    from ${tableOf(owner, target)} as link join ${sql.table(target.name)} on ${idOf(target.name)} = ${columnOf(target)}
    where ${ownId} = any(${ids}::bigint[]) and ${ofKinds(of)} and ${isThere(ctx, target)}
    order by ${title}, ${idOf(target.name)}`.execute(ctx.db)
  return rows
}

/** Those of these records that exist for this writer, locked against deletion until the transaction ends. */
export async function findLinkable(ctx: Ctx, target: LinkTarget, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select ${idOf(target.name)} from ${sql.table(target.name)}
    where ${idOf(target.name)} = any(${ids}::bigint[]) and ${isThere(ctx, target)} for key share`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}

/** A target may have been purged in the meantime, so missing targets are skipped. */
export async function addLinks(
  ctx: Ctx,
  owner: string,
  target: LinkTarget,
  links: readonly { of: number; id: number }[],
  kind?: string,
): Promise<void> {
  if (links.length === 0) return
  await sql`insert into ${tableOf(owner, target)}
      (${sql.ref(`${owner}_id`)}, ${sql.ref(`${target.name}_id`)}${kind ? sql`, kind` : sql``})
    select fresh.of, fresh.id${kind ? sql`, ${kind}` : sql``}
    from json_to_recordset(${JSON.stringify(links)}::json) as fresh ("of" bigint, id bigint)
      join ${sql.table(target.name)} as there on there.id = fresh.id
    on conflict do nothing`.execute(ctx.db)
}

export async function removeLinks(
  ctx: Ctx,
  owner: string,
  target: LinkTarget,
  of: number,
  ids: readonly number[],
  kind?: string,
): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from ${tableOf(owner, target)} as link
    where ${sql.ref(`link.${owner}_id`)} = ${of}::bigint and ${ofKinds(kind ? { kinds: [kind] } : {})}
      and ${columnOf(target)} = any(${ids}::bigint[])`.execute(ctx.db)
}

/** Records of `owner` linked to one of these; links to unreadable targets give no results. */
export function isLinkedTo(
  ctx: Ctx,
  owner: string,
  target: LinkTarget,
  ids: readonly number[],
  { as = owner, only = sql<SqlBool>`true` }: { as?: string; only?: RawBuilder<SqlBool> } = {},
): RawBuilder<SqlBool> {
  // A single value becomes an equality, which the link's index serves in order.
  const isOne =
    ids.length === 1 ? sql`${columnOf(target)} = ${ids[0]}::bigint` : sql`${columnOf(target)} = any(${ids}::bigint[])`
  return sql<SqlBool>`${idOf(as)} in (select ${sql.ref(`link.${owner}_id`)} from ${tableOf(owner, target)} as link
    join ${sql.table(target.name)} on ${idOf(target.name)} = ${columnOf(target)}
    where ${isOne} and ${only} and ${isThere(ctx, target)})`
}
