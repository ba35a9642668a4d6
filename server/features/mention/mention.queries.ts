import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Mention, type OwnTextKind, ownTextKinds, type TextKind } from '#contract/mention.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { ListPage } from '#contract/wire.ts'
import { readableLive } from '#server/core/access.ts'
import { ogRef } from '#server/core/link.queries.ts'
import { readerOf } from '#server/core/list.ts'
import { readTotal } from '#server/core/total.ts'
import type { StoredName } from '#server/features/namesake/namesake.service.ts'
import { ownTextsOf } from '#server/features/own_text/own_text.service.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import { uploadPolicy } from '#server/features/upload/upload.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type MentionedParty = { noun: PartyEntity; id: number }
type Query = {
  kind: readonly TextKind[]
  newest_only: boolean
  elsewhere: boolean
  rejected: boolean
  current: number
  pageSize: number
}

type Stored<Kind extends TextKind> = Omit<Extract<Mention, { kind: Kind }>, 'excerpt' | 'named'> & {
  evidence: StoredName['evidence']
}
/** A mention with the data needed to read its version again. */
export type PageMentionRow = Stored<'page'> & {
  hash: string
  text_blob: string | null
  content_type: string | null
  charset: string | null
  final_url: string
  is_lost: boolean
}
type UploadMentionRow = Stored<'upload'>
type OwnMentionRow = { [Kind in OwnTextKind]: Stored<Kind> }[OwnTextKind]
export type MentionRow = PageMentionRow | UploadMentionRow | OwnMentionRow

/**
 * Mentions on pages, in uploads and in own texts that the reader may read, ordered by the time of the text; the caller
 * has checked access to the record itself.
 */
export async function findMentions(ctx: Ctx, of: MentionedParty, query: Query): Promise<ListPage<MentionRow>> {
  const { kind: kinds, current, pageSize } = query
  const found: Record<TextKind, RawBuilder<unknown>> = {
    page: onPages(ctx, of, query),
    upload: inUploads(ctx, of, query),
    report: inOwnTexts(ctx, of, query, 'report'),
    event: inOwnTexts(ctx, of, query, 'event'),
    issue: inOwnTexts(ctx, of, query, 'issue'),
    note: inOwnTexts(ctx, of, query, 'note'),
  }
  // Each kind is read in its own order, so that a page of the list does not sort all mentions.
  const few = (kind: TextKind) => sql`(select * from (select ${columns[kind]} ${found[kind]}) as ${sql.ref(kind)}
    order by at desc, text_id desc limit ${current * pageSize})`
  const all = (rows: (kind: TextKind) => ReturnType<typeof few>) =>
    sql.join([...new Set(kinds)].toSorted().map(rows), sql` union all `)
  // Private notes are counted for their owner only, so that administrators differ, too.
  const reader = [readerOf(ctx), ctx.actor.id]
  const key = JSON.stringify(['mention', ...reader, of.noun, of.id, { ...query, current: 0, pageSize: 0 }])
  const [{ rows }, total] = await Promise.all([
    sql<FoundRow>`select few.*, page_version.fetched_at, encode(page_version.hash, 'hex') as hash,
        encode(page_version.text_blob, 'hex') as text_blob, page_version.content_type, page_version.charset,
        page_version.final_url, page_version.is_lost
      from (select * from (${all(few)}) as found order by at desc, kind, text_id desc
        limit ${pageSize} offset ${(current - 1) * pageSize}) as few
      left join page_version on page_version.og_id = few.og_id and page_version.page_id = few.page_id
        and page_version.id = few.text_id
      order by few.at desc, few.kind, few.text_id desc`.execute(ctx.db),
    readTotal(ctx, { key, rows: sql`select 1 from (${all(kind => sql`select 1 ${found[kind]}`)}) as found` }),
  ])
  return { items: rows.map(toRow), ...total, current, pageSize }
}

type FoundRow = Omit<PageMentionRow, 'kind' | 'version_id'> & {
  kind: TextKind
  /** The page version, the upload or the own text. */
  text_id: number
  at: string
  upload: UploadMentionRow['upload']
  part: number
  own: object
}

const ownColumns = (kind: OwnTextKind, own: RawBuilder<unknown>) => sql`${sql.lit(kind)} as kind, own_text.at,
    own_text.id as text_id, null::bigint as og_id, null::bigint as page_id, mention.count, false as is_new, mention.name,
    mention.evidence, null::json as page, null::json as og, null::json as upload, null::int as part, ${own} as own`

const recordName = (
  noun: PartyEntity,
) => sql`(select json_build_object('noun', ${sql.lit(noun)}, 'id', id, 'name', name)
      from ${sql.table(noun)} where id = ${sql.ref(`timeline_note.${noun}_id`)})`

/** All kinds have the same columns, null where a kind has none. */
const columns: Record<TextKind, RawBuilder<unknown>> = {
  page: sql`'page' as kind, mention.found_at as at, mention.version_id as text_id, mention.og_id, mention.page_id,
    mention.count, mention.is_new, mention.name, mention.evidence,
    json_build_object('id', page.id, 'url', page.url, 'title', page.title) as page,
    ${ogRef('og')} as og, null::json as upload, null::int as part, null::json as own`,
  upload: sql`'upload' as kind, upload.created_at as at, upload.id as text_id, null::bigint as og_id,
    null::bigint as page_id, mention.count, false as is_new, mention.name, mention.evidence, null::json as page,
    null::json as og, json_build_object('id', upload.id, 'title', upload.title, 'file_name', upload.file_name) as upload,
    mention.part, null::json as own`,
  report: ownColumns(
    'report',
    sql`json_build_object('report', json_build_object('id', report.id, 'number', report.number, 'title', report.title),
      'comment_id', own_text.comment_id)`,
  ),
  event: ownColumns('event', sql`json_build_object('event', json_build_object('id', event.id, 'title', event.title))`),
  issue: ownColumns(
    'issue',
    sql`json_build_object('issue', json_build_object('id', issue.id, 'title', issue.title),
      'comment_id', own_text.comment_id)`,
  ),
  note: ownColumns(
    'note',
    sql`json_build_object('note', json_build_object('id', timeline_note.id, 'at', timeline_note.at),
      'of', coalesce(${recordName('og')}, ${recordName('person')}))`,
  ),
}

function onPages(ctx: Ctx, { noun, id }: MentionedParty, { newest_only, elsewhere, rejected }: Query) {
  const conditions = [
    sql<SqlBool>`mention.noun = ${noun} and mention.record_id = ${id}::bigint`,
    pageExists(ctx),
    newest_only && sql<SqlBool>`page.last_version = mention.version_id`,
    sql<SqlBool>`exists (select from mention_decision as said where said.noun = mention.noun
      and said.record_id = mention.record_id and said.og_id = mention.og_id and said.page_id = mention.page_id
      and said.verdict = 'rejected') = ${rejected}::boolean`,
    elsewhere && noun === 'og' && sql<SqlBool>`mention.og_id <> ${id}::bigint`,
  ].filter(condition => !!condition)
  return sql`from mention join page on page.og_id = mention.og_id and page.id = mention.page_id
      join og on og.id = mention.og_id
    where ${sql.join(conditions, sql` and `)}`
}

function inUploads(ctx: Ctx, { noun, id }: MentionedParty, { rejected }: Query) {
  return sql`from upload_mention as mention join upload on upload.id = mention.upload_id
    where mention.noun = ${noun} and mention.record_id = ${id}::bigint and ${readableLive(uploadPolicy, ctx, 'upload')}
      and exists (select from mention_decision as said where said.noun = mention.noun
        and said.record_id = mention.record_id and said.upload_id = mention.upload_id
        and said.verdict = 'rejected') = ${rejected}::boolean`
}

function inOwnTexts(ctx: Ctx, { noun, id }: MentionedParty, { rejected }: Query, kind: OwnTextKind) {
  const { joins, condition } = ownTextsOf(ctx, kind)
  return sql`from own_text_mention as mention join own_text on own_text.id = mention.text_id ${joins}
    where mention.noun = ${noun} and mention.record_id = ${id}::bigint and ${condition}
      and exists (select from mention_decision as said where said.noun = mention.noun
        and said.record_id = mention.record_id and said.text_id = mention.text_id
        and said.verdict = 'rejected') = ${rejected}::boolean`
}

const isOwn = (kind: TextKind): kind is OwnTextKind => ownTextKinds.some(each => each === kind)

function toRow({ kind, at, text_id, upload, part, own, ...of }: FoundRow): MentionRow {
  const { count, name, evidence } = of
  if (isOwn(kind)) return { kind, ...own, text_id, changed_at: at, count, name, evidence } as OwnMentionRow
  if (kind === 'upload') return { kind, upload, part, created_at: at, count, name, evidence }
  const { page, og, fetched_at, is_new, hash, text_blob, content_type, charset, final_url, is_lost } = of
  const stored = { hash, text_blob, content_type, charset, final_url, is_lost }
  return { kind, page, og, version_id: text_id, fetched_at, is_new, count, name, evidence, ...stored }
}
