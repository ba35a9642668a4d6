import { sql } from 'kysely'
import { isLivingEnd } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type PersonFacts = {
  id: number
  name: string
  aliases: string[]
  birth_time: string | null
  position: string | null
  region: string | null
  handles: string[]
  og_names: string[]
  schools: string[]
}
export type OgFacts = {
  id: number
  name: string
  aliases: string[]
  register_time: string | null
  region: string | null
  handles: string[]
  hosts: string[]
}
export type MembershipTie = { person_id: number; og_id: number; role: string | null }
type RelationTie = { one: number; other: number }

/** Known facts about these persons, as far as this reader may read them. */
export async function readPersons(ctx: Ctx, ids: readonly number[]): Promise<PersonFacts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PersonFacts>`select id, name, aliases, birth_time, position, region, og_names,
      array_remove(array[wiki, twitter, facebook, website, phone_number, mail, external_id], null) as handles,
      coalesce((select array_agg(one ->> 'school') from jsonb_array_elements(education) as each (one)
        where one ->> 'school' is not null), '{}') as schools
    from person where id = any(${ids}::bigint[]) and ${isLivingEnd(ctx, 'person', 'person')}`.execute(ctx.db)
  return rows
}

export async function readOgs(ctx: Ctx, ids: readonly number[]): Promise<OgFacts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<OgFacts>`select id, name, aliases || array_remove(array[eng_name], null) as aliases,
      register_time, region, array_remove(array[twitter, facebook, youtube, external_id], null) as handles,
      array_remove(array[host], null) as hosts
    from og where id = any(${ids}::bigint[]) and ${isLivingEnd(ctx, 'og', 'og')}`.execute(ctx.db)
  return rows
}

/** Memberships of these persons in organisations that this reader may read. */
export async function readTies(ctx: Ctx, personIds: readonly number[]): Promise<MembershipTie[]> {
  if (personIds.length === 0) return []
  const { rows } = await sql<MembershipTie>`select membership.person_id, membership.og_id, membership.role
    from membership join og on og.id = membership.og_id
    where membership.person_id = any(${personIds}::bigint[]) and ${isLivingEnd(ctx, 'og', 'og')}
    limit 5000`.execute(ctx.db)
  return rows
}

/** Relations between two of these persons. */
export async function readBonds(ctx: Ctx, personIds: readonly number[]): Promise<RelationTie[]> {
  if (personIds.length < 2) return []
  const { rows } = await sql<RelationTie>`select from_id as one, to_id as other from relation
    where from_id = any(${personIds}::bigint[]) and to_id = any(${personIds}::bigint[]) limit 5000`.execute(ctx.db)
  return rows
}
