import { sql } from 'kysely'
import { linkFields, type RecordEntity } from '#contract/registry.ts'
import { readable } from '#server/core/access.ts'
import { detailOf, type FieldChange } from '#server/core/history.ts'
import { policies } from '#server/entities.ts'
import { entityTitle, isVisibleRecord } from '#server/features/notification/notification.service.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import { type Filter, isFoundBy } from '#server/features/search/search.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ClaimedDelivery, DeliveryTarget } from './delivery.queries.ts'

/** The content of an event, as its owner may read it. */
export type Subject = {
  record: { noun: string; id: number; title: string | null } | null
  organisation?: { id: number; name: string }
  page?: { url: string; version: number | null }
  /** Names of the changed fields. */
  fields?: string[]
  act?: string
  actor?: { id: number; name: string }
  /** The changed text of a page, in one line. */
  excerpt?: string
  /** Pages with the same edit. */
  pages?: number
  words?: string[]
  hits?: number
  saved_search?: { id: number; name: string }
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

/** Undefined if the owner (the context's actor) may not read it now. */
export async function readSubject(
  ctx: Ctx,
  delivery: ClaimedDelivery,
  { actor_name, changes }: Pick<DeliveryTarget, 'actor_name' | 'changes'>,
): Promise<Subject | undefined> {
  const { kind, noun, record_id: id, actor_id, detail } = delivery
  const by = actor_id !== null && actor_name !== null ? { actor: { id: actor_id, name: actor_name } } : {}
  if (kind === 'webhook.test') return { record: null, ...by }
  if (kind === 'record.erased') return { record: { noun, id, title: null } }
  if (kind === 'record.deleted')
    return (await isReadableInTrash(ctx, delivery)) ? { record: { noun, id, title: null }, ...by } : undefined
  const { rows } = await sql<{ is: boolean; title: string | null }>`select
    ${isVisibleRecord(ctx, sql.lit(noun), sql`${id}::bigint`, [noun])} as is,
    ${entityTitle(ctx, sql.lit(noun), sql`${id}::bigint`, [noun])} as title`.execute(ctx.db)
  if (!rows[0]?.is) return undefined
  const record = { noun, id, title: rows[0].title }
  const fields = changes && (await visibleFields(ctx, changes))
  // An update of which nothing remains for this reader did not happen for them.
  if (changes && changes.length > 0 && fields?.length === 0) return undefined
  const hits = numberOf(detail.count)
  return {
    record,
    ...(kind === 'record.updated' && { act: String(detail.act), ...(fields && { fields }) }),
    ...by,
    ...(noun === 'page' && (await pageOf(ctx, delivery))),
    ...(kind === 'screening.hit' && hits !== null && { hits }),
    ...(kind === 'search.found' && (await searchOf(ctx, numberOf(detail.saved_search)))),
  }
}

/** A deleted record has no page; a receiver that knows it, or a reader of its trash, may learn that it is gone. */
async function isReadableInTrash(ctx: Ctx, { webhook_id, noun, record_id }: ClaimedDelivery): Promise<boolean> {
  const policy = policies[noun as RecordEntity]
  if (!policy) return false
  const id = sql`${record_id}::bigint`
  const { rows } = await sql<{
    is: boolean
  }>`select exists (select from ${sql.table(noun)} as record where record.id = ${id}
      and ${readable(policy, ctx, 'record')})
    or (not exists (select from ${sql.table(noun)} as record where record.id = ${id}) and ${wasDelivered(webhook_id, noun, record_id)}) as is`.execute(
    ctx.db,
  )
  return rows[0]!.is
}

const wasDelivered = (webhookId: number, noun: string, id: number) => sql<boolean>`exists (select from webhook_delivery
  where webhook_id = ${webhookId}::bigint and about_noun = ${noun}::text and about_id = ${id}::bigint and state = 'delivered')`

/** Changed links are named only if they lead to a record that the reader may read. */
async function visibleFields(ctx: Ctx, changes: readonly FieldChange[]): Promise<string[]> {
  const { fields, links = [] } = detailOf(changes)
  if (links.length === 0) return fields
  const { rows } = await sql<{ field: string }>`select distinct link.field
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (field text, noun text, id bigint)
    where ${isVisibleRecord(ctx, sql.ref('link.noun'), sql.ref('link.id'), [...Object.values(linkFields).map(({ noun }) => noun), 'source'])}`.execute(
    ctx.db,
  )
  return [...fields, ...rows.map(({ field }) => field)]
}

async function pageOf(ctx: Ctx, { record_id, detail }: ClaimedDelivery): Promise<Partial<Subject>> {
  const words = Array.isArray(detail.words) ? detail.words.filter(id => typeof id === 'number') : []
  const { rows } = await sql<{
    og: { id: number; name: string }
    url: string
    excerpt: string | null
    words: string[]
  }>`
    select json_build_object('id', og.id, 'name', og.name) as og, page.url,
      (select excerpt from diff where diff.og_id = page.og_id and diff.page_id = page.id
        and diff.id = ${numberOf(detail.diff)}::bigint) as excerpt,
      array(select word from word where id = any(${words}::bigint[]) order by level desc, word) as words
    from page join og on og.id = page.og_id where page.id = ${record_id}::bigint and ${pageExists(ctx)}`.execute(ctx.db)
  const [row] = rows
  if (!row) return {}
  const pages = numberOf(detail.pages)
  return {
    organisation: row.og,
    page: { url: row.url, version: numberOf(detail.version) },
    ...(row.excerpt && { excerpt: row.excerpt }),
    ...(pages !== null && pages > 1 && { pages }),
    ...(row.words.length > 0 && { words: row.words }),
  }
}

async function searchOf(ctx: Ctx, id: number | null): Promise<Pick<Subject, 'saved_search'>> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from saved_search
    where id = ${id}::bigint and owner = ${ctx.actor.id}::bigint`.execute(ctx.db)
  return rows[0] ? { saved_search: rows[0] } : {}
}

/**
 * Whether the filter of the webhook lets the event pass; `later`: the record has changed and its search entry is not
 * written yet. A record that exists no more passes if the receiver knows it.
 */
export async function passesFilter(
  ctx: Ctx,
  { og_id, saved_search }: DeliveryTarget,
  { webhook_id, kind, noun, record_id, detail }: ClaimedDelivery,
): Promise<'yes' | 'no' | 'later'> {
  if (kind === 'webhook.test' || (og_id === null && saved_search === null)) return 'yes'
  if (kind === 'record.erased' || kind === 'record.deleted') {
    const { rows } = await sql<{ is: boolean }>`select ${wasDelivered(webhook_id, noun, record_id)} as is`.execute(
      ctx.db,
    )
    return rows[0]!.is ? 'yes' : 'no'
  }
  if (kind === 'search.found' && saved_search !== null && detail.saved_search !== saved_search) return 'no'
  const filters: Filter[] = []
  const isOfOg = og_id === null || (noun === 'og' && record_id === og_id) || detail.og === og_id
  if (!isOfOg) filters.push({ og: og_id })
  if (saved_search !== null && kind !== 'search.found') {
    const { rows } = await sql<{ query: Filter }>`select query from saved_search
      where id = ${saved_search}::bigint and owner = ${ctx.actor.id}::bigint`.execute(ctx.db)
    if (!rows[0]) return 'no'
    filters.push(rows[0].query)
  }
  for (const filter of filters) {
    const found = await isFoundBy(ctx, filter, noun, record_id)
    if (found !== 'yes') return found
  }
  return 'yes'
}
