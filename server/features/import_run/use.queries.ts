import { type RawBuilder, sql } from 'kysely'
import type { KeepReason } from '#contract/import_run.api.ts'
import type { Entity } from '#contract/registry.ts'
import { readable, writable } from '#server/core/access.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { LinkEntity } from './import_run.adapter.ts'

export type RecordState = { id: number; is_gone: boolean; is_merged: boolean; may_delete: boolean }

/** The current state of records, including merged ones; records that no longer exist are left out. */
export async function findStates(
  ctx: Ctx,
  noun: Entity,
  ids: readonly number[],
  { lock }: { lock: boolean },
): Promise<Map<number, RecordState>> {
  if (ids.length === 0) return new Map()
  const { policy } = entities[noun]
  const { rows } = await sql<RecordState>`select record.id, record.deleted_at is not null as is_gone,
      record.merged_into is not null as is_merged,
      ${readable(policy, ctx, 'record')} and ${writable(policy, ctx, 'delete', 'record')} as may_delete
    from ${sql.table(noun)} as record where record.id = any(${ids}::bigint[]) order by record.id
    ${lock ? sql`for update` : sql``}`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row]))
}

/** History entries of this run, of a run that was undone, or of an undo itself. */
const isOwnAct = (runId: number) => sql`exists (select from import_act as act
  join import_run as run on run.id = act.run_id where act.req_id = history.req_id
    and (act.is_undo or act.run_id = ${runId}::bigint or run.undone_at is not null))`

const isCreatedByRun = (
  runId: number,
  noun: string,
  id: RawBuilder<unknown>,
) => sql`exists (select from import_mark as made
  where made.run_id = ${runId}::bigint and made.noun = ${noun} and made.record_id = ${id} and made.is_new)`

const claimsOfOthers = (runId: number, noun: string, id: RawBuilder<unknown>) => sql`claim
  where claim.noun = ${noun} and claim.record_id = ${id}
    and (claim.run_id is distinct from ${runId}::bigint or exists (select from claim_again as again
      where again.claim_id = claim.id and again.run_id > ${runId}::bigint))`

/** Links of the entities that other records link to. */
const usesOfEntity: Partial<Record<Entity, (runId: number) => { reason: KeepReason; from: RawBuilder<unknown> }[]>> = {
  og: runId => [
    {
      reason: 'linked',
      from: sql`membership as link where link.og_id = record.id
        and not ${isCreatedByRun(runId, 'membership', sql`link.id`)} and not ${isCreatedByRun(runId, 'person', sql`link.person_id`)}`,
    },
    {
      reason: 'linked',
      from: sql`event_og as link where link.og_id = record.id and not ${isCreatedByRun(runId, 'event', sql`link.event_id`)}`,
    },
    {
      reason: 'linked',
      from: sql`og_relation as link where (link.og_id = record.id or link.from_og_id = record.id)
        and not ${isCreatedByRun(runId, 'og_relation', sql`link.id`)}`,
    },
    { reason: 'cited', from: sql`report_og as link where link.og_id = record.id` },
    { reason: 'noted', from: sql`timeline_note as note where note.og_id = record.id` },
    { reason: 'noted', from: sql`upload_og as link where link.og_id = record.id` },
    { reason: 'collected', from: sql`round where round.og_id = record.id` },
    { reason: 'collected', from: sql`page where page.og_id = record.id` },
  ],
  person: runId => [
    {
      reason: 'linked',
      from: sql`event_person as link where link.person_id = record.id
        and not ${isCreatedByRun(runId, 'event', sql`link.event_id`)}`,
    },
    {
      reason: 'linked',
      from: sql`og_relation as link where link.from_person_id = record.id
        and not ${isCreatedByRun(runId, 'og_relation', sql`link.id`)}`,
    },
    { reason: 'cited', from: sql`report_person as link where link.person_id = record.id` },
    { reason: 'noted', from: sql`timeline_note as note where note.person_id = record.id` },
    { reason: 'noted', from: sql`upload_person as link where link.person_id = record.id` },
  ],
  event: () => [{ reason: 'cited', from: sql`report_event as link where link.event_id = record.id` }],
}

const ofAll = (noun: Entity, runId: number): { reason: KeepReason; from: RawBuilder<unknown> }[] => [
  {
    reason: 'merged',
    from: sql`merge where merge.noun = ${noun} and merge.target_id = record.id and merge.undone_at is null`,
  },
  {
    // The history of a record that a run created begins with the run's entry; any other entry is a later change.
    reason: 'edited',
    from: sql`history where history.noun = ${noun} and history.record_id = record.id and not ${isOwnAct(runId)}`,
  },
  ...(usesOfEntity[noun]?.(runId) ?? []),
  {
    reason: 'cited',
    from: sql`report_evidence as link where link.noun = ${noun} and link.record_id = record.id`,
  },
  { reason: 'noted', from: sql`attachment as file where file.noun = ${noun} and file.record_id = record.id` },
  {
    reason: 'noted',
    from: sql`mention_decision as mention where mention.noun = ${noun} and mention.record_id = record.id`,
  },
  { reason: 'noted', from: sql`mention where mention.noun = ${noun} and mention.record_id = record.id` },
  {
    reason: 'noted',
    from: sql`upload_mention as mention where mention.noun = ${noun} and mention.record_id = record.id`,
  },
  {
    // An event of the same run is undone, too, and keeps nothing.
    reason: 'noted',
    from: sql`own_text_mention as mention join own_text on own_text.id = mention.text_id
      where mention.noun = ${noun} and mention.record_id = record.id
        and not (own_text.kind = 'event' and ${isCreatedByRun(runId, 'event', sql`own_text.record_id`)})`,
  },
  {
    reason: 'said',
    from: claimsOfOthers(runId, noun, sql`record.id`),
  },
  {
    reason: 'said',
    from: sql`external_key as key where key.noun = ${noun} and key.record_id = record.id
      and key.run_id is distinct from ${runId}::bigint`,
  },
]

/** The reason why a record that a run created must stay, the first one for each; unused records are left out. */
export async function findUses(
  ctx: Ctx,
  runId: number,
  noun: Entity,
  ids: readonly number[],
): Promise<Map<number, KeepReason>> {
  if (ids.length === 0) return new Map()
  const cases = ofAll(noun, runId).map(
    ({ reason, from }) => sql`when exists (select from ${from}) then ${sql.lit(reason)}`,
  )
  const { rows } = await sql<{
    id: number
    reason: KeepReason | null
  }>`select record.id, case ${sql.join(cases, sql` `)}
    end as reason from ${sql.table(noun)} as record where record.id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])))
}

type LinkEndRef = { noun: Entity; id: number }
/** `is_said`: another source or a later run also states it; `values`: the whole row. */
export type LinkState = {
  id: number
  ends: LinkEndRef[]
  is_between_there: boolean
  is_said: boolean
  values: Record<string, unknown>
}

/** The columns of both ends, for each kind of link. */
const linkEnds: Record<LinkEntity, readonly [Ends, Ends]> = {
  membership: [{ person: 'person_id' }, { og: 'og_id' }],
  relation: [{ person: 'from_id' }, { person: 'to_id' }],
  og_relation: [{ og: 'from_og_id', person: 'from_person_id' }, { og: 'og_id' }],
}
type Ends = Partial<Record<'og' | 'person', string>>

/** The current state of links; `is_between_there`: neither end is in the trash, so the link is visible. */
export async function findLinkStates(
  ctx: Ctx,
  runId: number,
  noun: LinkEntity,
  ids: readonly number[],
): Promise<Map<number, LinkState>> {
  if (ids.length === 0) return new Map()
  const columns = linkEnds[noun].flatMap(end => Object.entries(end))
  const missingRows = columns.map(
    ([table, column]) => sql`not exists (select from ${sql.table(table)} as far
      where far.id = ${sql.ref(`link.${column}`)} and far.deleted_at is not null)`,
  )
  const ended = columns.map(
    ([table, column]) => sql`jsonb_build_object('noun', ${sql.lit(table)}, 'id', ${sql.ref(`link.${column}`)})`,
  )
  const { rows } = await sql<LinkState>`select link.id, ${sql.join(missingRows, sql` and `)} as is_between_there,
      (select jsonb_agg(one) from unnest(array[${sql.join(ended)}]) as one where one ->> 'id' is not null) as ends,
      exists (select from ${claimsOfOthers(runId, noun, sql`link.id`)}) as is_said, to_jsonb(link) as values
    from ${sql.table(noun)} as link where link.id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row]))
}

/** The ends of links that this run created and will remove: the links are removed with them. */
export async function findLeaving(ctx: Ctx, runId: number, noun: Entity, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  // Each id is looked up separately, because the planner would otherwise scan all marks of the run.
  const { rows } = await sql<{ id: number }>`select wanted.id from unnest(${ids}::bigint[]) as wanted (id)
    where (select true from import_mark as mark where mark.noun = ${noun} and mark.record_id = wanted.id
      and mark.run_id = ${runId}::bigint and mark.verdict = 'remove' limit 1)`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}
