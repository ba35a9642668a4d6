import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { customKeyIn } from '#contract/custom_field.api.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { DomainEventKind } from '#contract/notification.api.ts'
import { type Entity, linkFields, recordEntities } from '#contract/registry.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { requestDelivery } from './events.ts'

export type FieldChange = { field: string; from: unknown; to: unknown }
export type HistoryAct = HistoryEntry['act']

/** Fields of `after` that differ from `before`, in the order of `fields`. */
export function changesOf<F extends string>(
  fields: readonly F[],
  before: Partial<Record<F, unknown>>,
  after: Partial<Record<F, unknown>>,
): FieldChange[] {
  const changes: FieldChange[] = []
  for (const field of fields) {
    const from = before[field] ?? null
    const to = after[field] ?? null
    if (field === 'custom') changes.push(...customChanges(from ?? {}, to ?? {}))
    else if (!isSame(from, to)) changes.push({ field, from, to })
  }
  return changes
}

/** Compared deeply, because jsonb does not preserve the order of keys. */
const isSame = (from: unknown, to: unknown) =>
  Object.is(from, to) || (isObject(from) && isObject(to) && isDeepStrictEqual(from, to))
const isObject = (value: unknown) => typeof value === 'object' && value !== null

/** Custom fields change one by one, each under its own name. */
function customChanges(before: object, after: object): FieldChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changes = changesOf<string>(keys, before as Record<string, unknown>, after as Record<string, unknown>)
  return changes.map(change => ({ ...change, field: `custom.${change.field}` }))
}

/** The value of a record for a field name of its history. */
export function valueAt(row: Record<string, unknown>, field: string): unknown {
  const key = customKeyIn(field)
  return (key ? (row.custom as Record<string, unknown> | undefined)?.[key] : row[field]) ?? null
}

/** The column that stores a field of a history. */
export const columnOf = (field: string): string => (customKeyIn(field) === undefined ? field : 'custom')

/** The changed values of a row as columns; custom fields are merged into their one column. */
export function patchOf(row: Record<string, unknown>, changes: readonly FieldChange[]): Record<string, unknown> {
  const ofCustom = changes.filter(({ field }) => customKeyIn(field))
  const values = changes.flatMap(change => (ofCustom.includes(change) ? [] : [[change.field, change.to] as const]))
  if (ofCustom.length === 0) return Object.fromEntries(values)
  const custom = {
    ...(row.custom as object),
    ...Object.fromEntries(ofCustom.map(({ field, to }) => [customKeyIn(field), to])),
  }
  return {
    ...Object.fromEntries(values),
    custom: Object.fromEntries(Object.entries(custom).filter(([, value]) => value !== null)),
  }
}

/**
 * The event kind that an act publishes to followers of the record. A deleted record has none, because it can no longer
 * be read.
 */
const kinds: Partial<Record<HistoryAct, DomainEventKind>> = {
  update: 'updated',
  restore: 'restored',
  merge: 'merged',
  unmerge: 'unmerged',
}
/** The record that a link leads to. */
export function linkTarget(link: unknown, key: string): number | undefined {
  const id = typeof link === 'object' && link !== null ? (link as Record<string, unknown>)[key] : link
  return typeof id === 'number' ? id : undefined
}

/** A field that holds the id of a record which not everybody may read. */
const referenceFields: Readonly<Record<string, 'source'>> = { origin_id: 'source' }

export type ChangedLink = { field: string; noun: Entity | 'source'; id: number }

/**
 * The event detail of changes: the changed fields; and for links their targets, because a recipient must be able to
 * read those.
 */
export function detailOf(changes: readonly FieldChange[]): { fields: string[]; links?: ChangedLink[] } {
  const fields = changes.map(change => change.field).filter(field => !linkFields[field] && !referenceFields[field])
  const links = changes.flatMap(({ field, from, to }): ChangedLink[] => {
    const noun = referenceFields[field]
    if (noun) return [from, to].flatMap(id => (typeof id === 'number' ? [{ field, noun, id }] : []))
    const link = linkFields[field]
    if (!link) return []
    const [before, after] = [from, to].map(list => (Array.isArray(list) ? list.map(one => JSON.stringify(one)) : []))
    const changed = [...new Set([...before!, ...after!])].filter(one => before!.includes(one) !== after!.includes(one))
    const ids = new Set(changed.map(one => linkTarget(JSON.parse(one), link.key)).filter(id => id !== undefined))
    return [...ids].map(id => ({ field, noun: link.noun, id }))
  })
  return { fields, ...(links.length > 0 && { links }) }
}

/**
 * Adds one act on each record to the history, in the caller's transaction. A user who creates a single record follows
 * it, unless their settings disable that; other followers are notified of the act.
 */
export async function writeHistory(
  ctx: Ctx,
  noun: string,
  act: HistoryAct,
  records: { id: number; rev: number; changes: FieldChange[] }[],
): Promise<void> {
  if (records.length === 0) return
  const at = sql`${ctx.now().toISOString()}::timestamptz`
  const me = sql`${ctx.actor.id}::bigint`
  const kind = (recordEntities as readonly string[]).includes(noun) ? kinds[act] : undefined
  const isMade =
    act === 'create' &&
    records.length === 1 &&
    ctx.actor.kind === 'user' &&
    (recordEntities as readonly string[]).includes(noun)
  const entries =
    kind === undefined ? records : records.map(record => ({ ...record, detail: detailOf(record.changes) }))
  const { rows } = await sql<{ count: number }>`
    with record as materialized (
      select * from json_to_recordset(${JSON.stringify(entries)}::json) as record (id bigint, rev int, changes jsonb, detail jsonb)
    ), written as (
      insert into history (noun, record_id, rev, act, user_id, username, at, req_id, address, changes)
      select ${noun}::text, record.id, record.rev, ${act}::text, ${me}, ${ctx.actor.username}::text, ${at},
        ${ctx.reqId}::text, ${ctx.address}::text, record.changes from record
      returning record_id
    ), followed as (
      insert into follow (noun, record_id, user_id, is_auto, created_at)
      select ${noun}::text, written.record_id, ${me}, true, ${at} from written
      where ${isMade}::boolean and not exists (select from notification_setting
        where notification_setting.user_id = ${me} and notification_setting.setting ->> 'auto_follow' = 'false')
      on conflict do nothing
    ), published as (
      insert into news (at, kind, noun, record_id, actor_id, detail)
      select ${at}, ${kind ?? ''}::text, ${noun}::text, record.id, ${me}, record.detail from record
      where ${kind !== undefined}::boolean and exists (select from follow where follow.noun = ${noun}::text
        and follow.record_id = record.id and follow.user_id is distinct from ${me})
      returning 1
    ) select count(*)::int as count from published`.execute(ctx.db)
  if (rows[0]!.count > 0) await requestDelivery(ctx)
}

/**
 * The rev of an entry if that entry created it. Changes of links that do not change the record are stored with the rev
 * it had, so only the first entry with a rev created it (ADR 0084).
 */
export const createdRev = sql<number | null>`case when exists (select from history as made
  where made.noun = history.noun and made.record_id = history.record_id and made.rev = history.rev and made.id < history.id)
  then null else history.rev end`
const entryColumns = ['id', createdRev.as('rev'), 'act', 'at', 'user_id', 'username', 'req_id', 'changes'] as const

/**
 * A record's history, newest first, without the `hidden` entries. The caller has checked that the record may be read.
 */
export async function readHistory(
  ctx: Ctx,
  noun: string,
  recordId: number,
  { current, pageSize, hidden = [] }: { current: number; pageSize: number; hidden?: readonly number[] },
): Promise<ListPage<HistoryEntry>> {
  const of = ctx.db
    .selectFrom('history')
    .where('noun', '=', noun)
    .where('record_id', '=', recordId)
    .where(sql<boolean>`id <> all(${hidden}::bigint[])`)
  const [rows, count] = await Promise.all([
    of
      .select(entryColumns)
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((current - 1) * pageSize)
      .$castTo<HistoryEntry>()
      .execute(),
    of.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: rows, total: count.total, current, pageSize }
}

/** Entries that changed one of these fields, newest first. The caller has checked that the record may be read. */
export async function readFieldHistory(
  ctx: Ctx,
  noun: string,
  recordId: number,
  { fields, most }: { fields: readonly string[]; most: number },
): Promise<HistoryEntry[]> {
  return await ctx.db
    .selectFrom('history')
    .select(entryColumns)
    .where('noun', '=', noun)
    .where('record_id', '=', recordId)
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(changes) as change where change ->> 'field' = any(${fields}::text[]))`,
    )
    .orderBy('id', 'desc')
    .limit(most)
    .$castTo<HistoryEntry>()
    .execute()
}

/** One entry of a record's history. */
export async function findHistory(
  ctx: Ctx,
  noun: string,
  recordId: number,
  id: number,
): Promise<HistoryEntry | undefined> {
  return await ctx.db
    .selectFrom('history')
    .select(entryColumns)
    .where('noun', '=', noun)
    .where('record_id', '=', recordId)
    .where('id', '=', id)
    .$castTo<HistoryEntry>()
    .executeTakeFirst()
}

/** Fields whose changes may be withheld with their whole entry: links, and the original of a source. */
const hidingFields = [...Object.keys(linkFields), ...Object.keys(referenceFields)]

/** The entries of a record that contain only link changes. The visibility of each depends on the link's target. */
export async function readLinkHistory(ctx: Ctx, noun: string, recordId: number): Promise<HistoryEntry[]> {
  return await ctx.db
    .selectFrom('history')
    .select(entryColumns)
    .where('noun', '=', noun)
    .where('record_id', '=', recordId)
    .where('act', '=', 'update')
    .where(
      sql<boolean>`changes <> '[]' and not exists (select from jsonb_array_elements(changes) as change
        where change ->> 'field' <> all(${hidingFields}::text[]))`,
    )
    .$castTo<HistoryEntry>()
    .execute()
}
