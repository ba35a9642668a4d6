import { type SqlBool, sql } from 'kysely'
import { ogPolicy } from '#server/features/og/policy.ts'
import { personPolicy } from '#server/features/person/policy.ts'
import { readable } from '#server/platform/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type Ref = { id: number; name: string }
/** The two kinds of records that an upload is linked to. */
export type LinkKind = 'og' | 'person'
const policies = { og: ogPolicy, person: personPolicy }
const table = (kind: LinkKind) => sql.table(`upload_${kind}`)
const column = (kind: LinkKind) => sql.ref(`link.${kind}_id`)

/** Live and readable: what a link may lead to, and what is shown of it. */
const isThere = (ctx: Ctx, kind: LinkKind) =>
  sql<SqlBool>`${sql.ref(`${kind}.deleted_at`)} is null and ${readable(policies[kind], ctx, kind)}`

/** Readable links of these uploads, by upload, in the order of names. */
export async function readLinks(ctx: Ctx, kind: LinkKind, uploadIds: readonly number[]): Promise<Map<number, Ref[]>> {
  if (uploadIds.length === 0) return new Map()
  const name = sql.ref(`${kind}.name`)
  const { rows } = await sql<{ upload_id: number; id: number; name: string }>`
    select link.upload_id, ${sql.ref(`${kind}.id`)}, ${name}
    from ${table(kind)} as link join ${sql.table(kind)} on ${sql.ref(`${kind}.id`)} = ${column(kind)}
    where link.upload_id = any(${uploadIds}::bigint[]) and ${isThere(ctx, kind)}
    order by ${name}, ${sql.ref(`${kind}.id`)}`.execute(ctx.db)
  return Map.groupBy(rows, row => row.upload_id) as Map<number, Ref[]>
}

/** Which of these records there are for this reader; they stay until the transaction ends. */
export async function findLinkable(ctx: Ctx, kind: LinkKind, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select ${sql.ref(`${kind}.id`)} from ${sql.table(kind)}
    where ${sql.ref(`${kind}.id`)} = any(${ids}::bigint[]) and ${isThere(ctx, kind)} for key share`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}

export async function addLinks(ctx: Ctx, kind: LinkKind, uploadId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into ${table(kind)} (upload_id, ${sql.ref(`${kind}_id`)})
    select ${uploadId}::bigint, unnest(${ids}::bigint[]) on conflict do nothing`.execute(ctx.db)
}

export async function removeLinks(ctx: Ctx, kind: LinkKind, uploadId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from ${table(kind)} as link
    where link.upload_id = ${uploadId}::bigint and ${column(kind)} = any(${ids}::bigint[])`.execute(ctx.db)
}
