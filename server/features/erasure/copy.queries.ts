import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** The data about persons in their own tables and in the audit log. */
export async function readPersonalData(ctx: Ctx, ids: readonly number[]): Promise<Record<string, unknown[]>> {
  const list = sql`any(${ids}::bigint[])`
  const read = async (query: ReturnType<typeof sql>) => (await query.execute(ctx.db)).rows as unknown[]
  return {
    persons: await read(sql`select to_jsonb(person) - array['name_key', 'name_grams'] as record from person
      where id = ${list} order by id`).then(rows => rows.map(row => (row as { record: unknown }).record)),
    memberships: await read(sql`select og.name as organisation, membership.role, membership.area, membership.term,
        party.name as on_behalf_of, membership.start_time, membership.end_time
      from membership join og on og.id = membership.og_id left join og as party on party.id = membership.on_behalf_of
      where person_id = ${list} order by membership.id`),
    holdings: await read(sql`select og.name as organisation, og_relation.type, og_relation.share_min::float8,
        og_relation.share_max::float8, og_relation.is_beneficial, og_relation."desc", og_relation.start_time, og_relation.end_time
      from og_relation join og on og.id = og_relation.og_id where from_person_id = ${list} order by og_relation.id`),
    relations: await read(sql`select one.name as "from", relation.type, other.name as "to", relation."desc",
        relation.start_time, relation.end_time
      from relation join person as one on one.id = relation.from_id join person as other on other.id = relation.to_id
      where from_id = ${list} or to_id = ${list} order by relation.id`),
    claims: await read(sql`select claim.noun, claim.record_id, claim.field, claim.value, source.name as source,
        claim.evidence, claim.first_seen_at, claim.last_seen_at, claim.withdrawn_at
      from claim join source on source.id = claim.source_id
      where (claim.noun, claim.record_id) in (
        select 'person', id from person where id = ${list}
        union all select 'membership', id from membership where person_id = ${list}
        union all select 'relation', id from relation where from_id = ${list} or to_id = ${list}
        union all select 'og_relation', id from og_relation where from_person_id = ${list})
      order by claim.id`),
    external_keys: await read(sql`select source.name as source, external_key.key
      from external_key join source on source.id = external_key.source_id
      where external_key.noun = 'person' and external_key.record_id = ${list} order by source.id, external_key.key`),
    merges: await read(sql`select target_id, source_ids, at, undone_at, undo from merge
      where noun = 'person' and (target_id = ${list} or source_ids && ${ids}::bigint[]) order by id`),
    duplicates: await read(sql`select a_id, b_id, score, reasons, state, created_at from duplicate
      where noun = 'person' and (a_id = ${list} or b_id = ${list}) order by id`),
    notifications: await read(sql`select "user".username, notification.kind, notification.detail, notification.at,
        notification.read_at
      from notification join "user" on "user".id = notification.user_id
      where notification.noun = 'person' and notification.record_id = ${list} order by notification.id`),
    history: await read(sql`select at, username, act, rev, req_id, address, changes from history
      where noun = 'person' and record_id = ${list} order by id`),
    audit: await read(sql`select at, username, act, reason, detail, req_id, address from audit
      where noun = 'person' and record_id = ${list} order by id`),
  }
}
