import { sql } from 'kysely'
import type { Certainty } from '#contract/mention.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A newest version that was searched with an older dictionary, with the data needed to read it again. */
export type OldVersion = {
  og_id: number
  page_id: number
  id: number
  hash: string
  text_blob: string | null
  content_type: string | null
  charset: string | null
  final_url: string
  fetched_at: string
}

const newest = sql`select page_version.og_id, page_version.page_id, page_version.id,
      encode(page_version.hash, 'hex') as hash, encode(page_version.text_blob, 'hex') as text_blob,
      page_version.content_type, page_version.charset, page_version.final_url, page_version.fetched_at
    from page_version join page on page.og_id = page_version.og_id and page.id = page_version.page_id
      and page.last_version = page_version.id`

/**
 * Locks the versions that have waited longest, so that none waits for ever under steady changes. Skips versions that
 * another worker has locked, and quarantined ones, which have their own retries.
 */
export async function claimOldVersions(ctx: Ctx, dictionary: number, most: number): Promise<OldVersion[]> {
  const { rows } = await sql<OldVersion>`${newest}
    where page_version.scanned < ${dictionary}::int and not page_version.is_lost
      and not exists (select from set_aside where queue = 'rescan' and key = 'version:' || page_version.id)
    order by page_version.scanned limit ${most} for update of page_version skip locked`.execute(ctx.db)
  return rows
}

/** Locks a version if it is still the newest of its page and can be read. */
export async function claimVersion(ctx: Ctx, ogId: number, id: number): Promise<OldVersion | undefined> {
  const { rows } = await sql<OldVersion>`${newest}
    where page_version.og_id = ${ogId}::bigint and page_version.id = ${id}::bigint and not page_version.is_lost
    for update of page_version`.execute(ctx.db)
  return rows[0]
}

export type RescanResult = {
  version: OldVersion
  words: { id: number; count: number }[]
  mentions: {
    noun: PartyEntity
    id: number
    name: string
    count: number
    certainty: Certainty
    evidence: object
  }[]
}

/**
 * Replaces the results of an earlier search. A hit that counted as new stays new, and a rescan never marks a hit as
 * new.
 */
export async function writeRescanned(ctx: Ctx, dictionary: number, found: readonly RescanResult[]): Promise<void> {
  const place = ({ version }: RescanResult) => ({
    og_id: version.og_id,
    page_id: version.page_id,
    version_id: version.id,
    at: version.fetched_at,
  })
  const versions = JSON.stringify(
    found.map(each => ({ ...place(each), hits: each.words.reduce((sum, word) => sum + word.count, 0) })),
  )
  const words = JSON.stringify(found.flatMap(each => each.words.map(word => ({ ...place(each), ...word }))))
  const mentions = JSON.stringify(found.flatMap(each => each.mentions.map(one => ({ ...place(each), ...one }))))
  const placed = sql`og_id bigint, page_id bigint, version_id bigint, at timestamptz`
  const same = (
    table: string,
  ) => sql`${sql.ref(`${table}.og_id`)} = e.og_id and ${sql.ref(`${table}.page_id`)} = e.page_id
    and ${sql.ref(`${table}.version_id`)} = e.version_id`
  await sql`delete from word_hit using jsonb_to_recordset(${versions}::jsonb) as e (${placed}) where ${same('word_hit')}
    and not exists (select from jsonb_to_recordset(${words}::jsonb) as kept (og_id bigint, version_id bigint, id bigint)
      where kept.og_id = word_hit.og_id and kept.version_id = word_hit.version_id and kept.id = word_hit.word_id)`.execute(
    ctx.db,
  )
  await sql`insert into word_hit (og_id, page_id, version_id, word_id, count, new_count, found_at)
    select e.og_id, e.page_id, e.version_id, e.id, e.count, 0, e.at
    from jsonb_to_recordset(${words}::jsonb) as e (${placed}, id bigint, count integer)
      join word on word.id = e.id
    on conflict (og_id, page_id, version_id, word_id) do update set count = excluded.count,
      new_count = least(word_hit.new_count, excluded.count)`.execute(ctx.db)
  await sql`delete from mention using jsonb_to_recordset(${versions}::jsonb) as e (${placed}) where ${same('mention')}
    and not exists (select from jsonb_to_recordset(${mentions}::jsonb) as kept
        (og_id bigint, version_id bigint, noun text, id bigint)
      where kept.og_id = mention.og_id and kept.version_id = mention.version_id and kept.noun = mention.noun
        and kept.id = mention.record_id)`.execute(ctx.db)
  await sql`insert into mention (og_id, page_id, version_id, noun, record_id, name, count, is_new, found_at, certainty,
      evidence)
    select e.og_id, e.page_id, e.version_id, e.noun, e.id, e.name, e.count, false, e.at, e.certainty, e.evidence
    from jsonb_to_recordset(${mentions}::jsonb) as e (${placed}, noun text, id bigint, name text, count integer,
        certainty text, evidence jsonb)
    on conflict (og_id, page_id, version_id, noun, record_id) do update set count = excluded.count,
      name = excluded.name, certainty = excluded.certainty, evidence = excluded.evidence`.execute(ctx.db)
  await sql`update page_version set scanned = ${dictionary}::int, hits = e.hits
    from jsonb_to_recordset(${versions}::jsonb) as e (${placed}, hits integer)
    where page_version.og_id = e.og_id and page_version.page_id = e.page_id and page_version.id = e.version_id`.execute(
    ctx.db,
  )
  await sql`update page set hits = e.hits from jsonb_to_recordset(${versions}::jsonb) as e (${placed}, hits integer)
    where page.og_id = e.og_id and page.id = e.page_id and page.last_version = e.version_id`.execute(ctx.db)
}
