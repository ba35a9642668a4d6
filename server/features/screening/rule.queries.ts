import { sql } from 'kysely'
import type { ScreeningRule, ScreeningWeight } from '#contract/screening_rule.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type StoredRule = {
  version: number
  threshold: number | null
  strong: number | null
  weights: Partial<Record<ScreeningWeight, number>>
  set_at: string
  set_by: { id: number; name: string } | null
}

/** The rule in force, or that of a version; undefined if none was set, or this version does not exist. */
export async function findRule(ctx: Pick<Ctx, 'db'>, version?: number): Promise<StoredRule | undefined> {
  const { rows } = await sql<StoredRule>`select rule.version, rule.threshold, rule.strong, rule.weights, rule.set_at,
      case when setter.id is not null
        then jsonb_build_object('id', setter.id, 'name', coalesce(nullif(setter.name, ''), setter.username)) end as set_by
    from screening_rule as rule left join "user" as setter on setter.id = rule.set_by
    where ${version ?? null}::int is null or rule.version = ${version ?? null}::int
    order by rule.version desc limit 1`.execute(ctx.db)
  return rows[0]
}

/** Serialises changes of the rule. */
export async function lockRules(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('screening_rule', 0))`.execute(ctx.db)
}

type Values = { threshold: number; strong: number; weights: Partial<ScreeningRule['weights']> }

export async function insertRule(ctx: Ctx, version: number, { threshold, strong, weights }: Values): Promise<void> {
  await sql`insert into screening_rule (version, threshold, strong, weights, set_at, set_by)
    values (${version}::int, ${threshold}::real, ${strong}::real, ${JSON.stringify(weights)}::jsonb,
      ${ctx.now().toISOString()}::timestamptz, ${ctx.actor.id}::bigint)`.execute(ctx.db)
}
