import { type SqlBool, sql } from 'kysely'
import { eventPolicy } from '#server/features/event/policy.ts'
import { ogPolicy } from '#server/features/og/policy.ts'
import { personPolicy } from '#server/features/person/policy.ts'
import { readable } from '#server/platform/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type Ref = { id: number; name: string }
/** The kinds of records that a report is about. */
export type LinkNoun = 'og' | 'person' | 'event'
/** Given by writers, named in the newest text, or either in what is published. */
export type LinkKind = 'given' | 'named' | 'published'
export type Link = Ref & { report_id: number; kind: LinkKind }

const nouns = {
  og: { policy: ogPolicy, name: 'name' },
  person: { policy: personPolicy, name: 'name' },
  event: { policy: eventPolicy, name: 'title' },
}
const table = (noun: LinkNoun) => sql.table(`report_${noun}`)
const column = (noun: LinkNoun) => sql.ref(`${noun}_id`)

const isThere = (ctx: Ctx, noun: LinkNoun) =>
  sql<SqlBool>`${sql.ref(`${noun}.deleted_at`)} is null and ${readable(nouns[noun].policy, ctx, noun)}`

/** Links of these reports to what this reader may read, in the order of names. */
export async function readLinks(
  ctx: Ctx,
  noun: LinkNoun,
  reportIds: readonly number[],
  kinds: readonly LinkKind[],
): Promise<Link[]> {
  if (reportIds.length === 0) return []
  const name = sql.ref(`${noun}.${nouns[noun].name}`)
  const { rows } = await sql<Link>`select link.report_id, link.kind, ${sql.ref(`${noun}.id`)}, ${name} as name
    from ${table(noun)} as link join ${sql.table(noun)} on ${sql.ref(`${noun}.id`)} = ${sql.ref(`link.${noun}_id`)}
    where link.report_id = any(${reportIds}::bigint[]) and link.kind = any(${kinds}::text[]) and ${isThere(ctx, noun)}
    order by ${name}, ${sql.ref(`${noun}.id`)}`.execute(ctx.db)
  return rows
}

/** Which of these there are for this writer; they stay until the transaction ends. */
export async function findLinkable(ctx: Ctx, noun: LinkNoun, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select ${sql.ref(`${noun}.id`)} from ${sql.table(noun)}
    where ${sql.ref(`${noun}.id`)} = any(${ids}::bigint[]) and ${isThere(ctx, noun)} for key share`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}

export async function addLinks(
  ctx: Ctx,
  noun: LinkNoun,
  reportId: number,
  kind: LinkKind,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  // A record may be purged by now: what a text names need not be there any more.
  await sql`insert into ${table(noun)} (report_id, ${column(noun)}, kind)
    select ${reportId}::bigint, id, ${kind} from ${sql.table(noun)} where id = any(${ids}::bigint[])
    on conflict do nothing`.execute(ctx.db)
}

export async function removeLinks(
  ctx: Ctx,
  noun: LinkNoun,
  reportId: number,
  kind: LinkKind,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from ${table(noun)} where report_id = ${reportId}::bigint and kind = ${kind}
    and ${column(noun)} = any(${ids}::bigint[])`.execute(ctx.db)
}

/** Makes the links that the text names be exactly these. */
export async function setNamed(ctx: Ctx, noun: LinkNoun, reportId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from ${table(noun)} where report_id = ${reportId}::bigint and kind = 'named'
    and ${column(noun)} <> all(${ids}::bigint[])`.execute(ctx.db)
  await addLinks(ctx, noun, reportId, 'named', ids)
}

/** What is linked now becomes what is published. */
export async function publishLinks(ctx: Ctx, reportId: number): Promise<void> {
  for (const noun of Object.keys(nouns) as LinkNoun[]) {
    await sql`delete from ${table(noun)} where report_id = ${reportId}::bigint and kind = 'published'`.execute(ctx.db)
    await sql`insert into ${table(noun)} (report_id, ${column(noun)}, kind)
      select distinct report_id, ${column(noun)}, 'published' from ${table(noun)}
      where report_id = ${reportId}::bigint`.execute(ctx.db)
  }
}

/** Remembers what a text cites: cited page versions are never pruned. */
export async function keepEvidence(
  ctx: Ctx,
  reportId: number,
  cited: readonly { noun: string; id: number }[],
): Promise<void> {
  if (cited.length === 0) return
  await sql`insert into report_evidence (report_id, noun, record_id)
    select ${reportId}::bigint, noun, id from jsonb_to_recordset(${JSON.stringify(cited)}::jsonb) as cited (noun text, id bigint)
    on conflict do nothing`.execute(ctx.db)
}
