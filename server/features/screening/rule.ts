import type { Received } from '#contract/endpoint.ts'
import {
  type ScreeningRule,
  type ScreeningRuleState,
  type ScreeningWeight,
  screeningWeightNames,
  screeningWeights,
  type setScreeningRule as setEndpoint,
} from '#contract/screening_rule.api.ts'
import { defaultThreshold, weights as engineWeights, type Weights } from '#server/name/name.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { findProgress } from './progress.queries.ts'
import { findRule, insertRule, lockRules, type StoredRule } from './rule.queries.ts'

type Points = Record<ScreeningWeight, number>

/** The engine's name of each weight. */
const engineNames = {
  name: 'name',
  common_name: 'commonName',
  weak_alias: 'weakAlias',
  same_number: 'sameNumber',
  same_date: 'sameDate',
  near_date: 'nearDate',
  other_year: 'otherYear',
  other_date: 'otherDate',
  same_country: 'sameCountry',
  other_country: 'otherCountry',
  same_sex: 'sameSex',
  other_sex: 'otherSex',
} as const satisfies Record<ScreeningWeight, keyof Weights>
/** Penalties that the engine subtracts itself, so it receives them as positive numbers. */
const penalties: readonly ScreeningWeight[] = ['common_name', 'weak_alias']
const defaultStrong = 90

const tenth = (points: number) => Math.round(points * 10) / 10
const byWeight = (of: (name: ScreeningWeight) => number) =>
  Object.fromEntries(screeningWeightNames.map(name => [name, of(name)])) as Points

export const defaultRule: ScreeningRule = {
  threshold: tenth(defaultThreshold * 100),
  strong: defaultStrong,
  weights: byWeight(name => tenth(Math.abs(engineWeights[engineNames[name]]) * 100)),
}

export type VersionedRule = ScreeningRule & { version: number }

const ruleOf = (row: StoredRule | undefined): VersionedRule => ({
  version: row?.version ?? 0,
  threshold: row?.threshold ?? defaultRule.threshold,
  strong: row?.strong ?? defaultRule.strong,
  weights: { ...defaultRule.weights, ...row?.weights },
})

/**
 * The rule in force, read from the database each time; a caller that needs it for many records should read it once.
 */
export const readRule = async (ctx: Pick<Ctx, 'db'>): Promise<VersionedRule> => ruleOf(await findRule(ctx))

/** The rule of an earlier version. */
export const readRuleOf = async (ctx: Pick<Ctx, 'db'>, version: number): Promise<VersionedRule> =>
  ruleOf(version === 0 ? undefined : await findRule(ctx, version))

/** Threshold and weights in the engine's scale of 0 to 1. */
export function engineOptions({ threshold, weights }: ScreeningRule): { threshold: number; weights: Weights } {
  const own = { ...engineWeights }
  for (const name of screeningWeightNames)
    own[engineNames[name]] =
      (weights[name] / 100) * (screeningWeights[name].isAgainst && !penalties.includes(name) ? -1 : 1)
  return { threshold: threshold / 100, weights: own }
}

/** Compares the score as it is displayed: 89.6 is shown as 90 and is strong from 90 up. */
export const isStrong = (score: number, { strong }: ScreeningRule) => Math.round(score * 100) >= strong

export async function getRule(ctx: Ctx): Promise<ScreeningRuleState> {
  const row = await findRule(ctx)
  const { version, ...rule } = ruleOf(row)
  return {
    version,
    rule,
    defaults: defaultRule,
    is_default: textOf(rule) === textOf(defaultRule),
    set_at: row?.set_at ?? null,
    set_by: row?.set_by ?? null,
    progress: await findProgress(ctx, version),
  }
}

/** Stores a new version of the rule, unless nothing changes; a job rescreens the records. */
export async function setRule(ctx: Ctx, { rule, version }: Received<typeof setEndpoint>['body']) {
  return await inTransaction(ctx, async ctx => {
    await lockRules(ctx)
    const before = await readRule(ctx)
    if (before.version !== version) throw new AppError('stale', {}, { data: await getRule(ctx) })
    const next = tidy(rule ?? defaultRule)
    if (next.strong < next.threshold) throw fieldError('rule.strong', 'below_threshold')
    if (textOf(next) === textOf(before)) return await getRule(ctx)
    await insertRule(ctx, version + 1, { ...next, weights: ownWeights(next.weights) })
    const from = differing(before, next)
    await audit(ctx, {
      act: 'set_screening',
      noun: 'system',
      detail: { version: version + 1, is_default: rule === null, from, to: differing(next, before) },
    })
    await addJob(ctx.db, 'screen_parties', {}, { key: 'screen_parties', queue: 'screening' })
    return await getRule(ctx)
  })
}

const tidy = ({ threshold, strong, weights }: ScreeningRule): ScreeningRule => ({
  threshold: tenth(threshold),
  strong: tenth(strong),
  weights: byWeight(name => tenth(weights[name])),
})

const flat = ({ threshold, strong, weights }: ScreeningRule) => ({
  threshold,
  strong,
  ...byWeight(name => weights[name]),
})
const textOf = (rule: ScreeningRule) => JSON.stringify(flat(rule))

/** Fields of `rule` that differ from `other`. */
function differing(rule: ScreeningRule, other: ScreeningRule): Record<string, number> {
  const than: Record<string, number> = flat(other)
  return Object.fromEntries(Object.entries(flat(rule)).filter(([name, points]) => than[name] !== points))
}

/** Stores only weights that differ from the engine’s defaults, so that improved defaults take effect. */
const ownWeights = (weights: Points): Partial<Points> =>
  Object.fromEntries(
    Object.entries(weights).filter(([name, points]) => defaultRule.weights[name as ScreeningWeight] !== points),
  )
