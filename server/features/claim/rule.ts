// Rule that chooses which of the values stated by sources a record shows. Pure: uses neither database nor clock.
import type { choiceReasons } from '#contract/claim.api.ts'
import { type Reliability, reliabilities } from '#contract/source.api.ts'

/** The columns of a claim that the rule compares. */
export type WeighedClaim = {
  id: number
  source_id: number
  value: unknown
  value_key: string
  source_priority: number
  source_reliability: Reliability
  credibility: number | null
  last_seen_at: string
  /** Time at which the claim or its source was withdrawn: it is then ignored. */
  withdrawn_at: string | null
}

/** A person chose or typed the shown value, and keeps it. */
type ClaimDecision = { by: number | null; at: string }

export type ChoiceReason = (typeof choiceReasons)[number]

type RuleChoice = { value_key: string | null; value: unknown; reason: ChoiceReason }

/** Grade 6 means “cannot be judged” and counts like no grade. */
const unjudgedGrade = 6
const grade = ({ credibility }: WeighedClaim) => credibility ?? unjudgedGrade
const instant = ({ last_seen_at }: WeighedClaim) => Date.parse(last_seen_at)

type RuleCriterion = readonly [ChoiceReason, (a: WeighedClaim, b: WeighedClaim) => number]
/** Criteria in order; a comparison is negative if the first claim wins. */
const steps: readonly RuleCriterion[] = [
  ['priority', (a, b) => b.source_priority - a.source_priority],
  ['credibility', (a, b) => grade(a) - grade(b)],
  ['reliability', (a, b) => reliabilities.indexOf(a.source_reliability) - reliabilities.indexOf(b.source_reliability)],
  ['recency', (a, b) => instant(b) - instant(a)],
]

/** The claims in force of each source: for a single-value field only its latest claim counts. */
export function latestOf<C extends Pick<WeighedClaim, 'id' | 'source_id' | 'last_seen_at' | 'withdrawn_at'>>(
  claims: readonly C[],
): C[] {
  const live = claims.filter(claim => claim.withdrawn_at === null)
  const later = (a: C, b: C) => Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at) || b.id - a.id
  return [...Map.groupBy(live, claim => claim.source_id).values()].map(all => all.toSorted(later)[0] as C)
}

/** Orders claims. Without any difference the one stated first wins, so that every reader sees the same value. */
function compare(a: WeighedClaim, b: WeighedClaim): number {
  for (const [, step] of steps) {
    const way = step(a, b)
    if (way !== 0) return way
  }
  return a.id - b.id
}

/** The reason why `a` wins over `b`. */
const reasonOver = (a: WeighedClaim, b: WeighedClaim): ChoiceReason =>
  steps.find(([, step]) => step(a, b) !== 0)?.[0] ?? 'recency'

/**
 * Chooses the value of a single-value field: a person's decision; otherwise the value of the source with the highest
 * priority, then the most credible claim, the most reliable source, the latest claim. `shown` is the present value.
 */
export function chooseValue(
  claims: readonly WeighedClaim[],
  decision: ClaimDecision | null,
  shown: { value: unknown; value_key: string | null },
): RuleChoice {
  if (decision) return { ...shown, reason: 'decided' }
  const [best, ...others] = latestOf(claims).sort(compare)
  if (!best) return { ...shown, reason: 'kept' }
  const next = others.find(claim => claim.value_key !== best.value_key)
  return { value: best.value, value_key: best.value_key, reason: next ? reasonOver(best, next) : 'only' }
}

/** Result for a value from a source: it is shown, the present value stays, or a person has to decide. */
export type ClaimOutcome = 'takes' | 'keeps' | 'asks'

/** Whether the value of a new claim would be shown. A person's decision is never overruled: the result is `asks`. */
export function outcomeOf(
  claims: readonly WeighedClaim[],
  decision: ClaimDecision | null,
  shown: { value: unknown; value_key: string | null },
  brought: WeighedClaim,
): ClaimOutcome {
  if (brought.value_key === shown.value_key) return 'takes'
  if (decision) return 'asks'
  if (shown.value_key === null) return 'takes'
  // The new claim replaces earlier ones of the same source.
  const others = claims.filter(claim => claim.source_id !== brought.source_id)
  return chooseValue([...others, brought], null, shown).value_key === brought.value_key ? 'takes' : 'keeps'
}
