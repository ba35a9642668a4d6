// Which of the values that sources state a record shows. Nothing here knows the database or the clock.
import type { choiceReasons } from '#contract/claim.ts'
import { type Reliability, reliabilities } from '#contract/source.ts'

/** A claim as the rule weighs it. */
export type Weighed = {
  id: number
  source_id: number
  value: unknown
  value_key: string
  source_priority: number
  source_reliability: Reliability
  credibility: number | null
  last_seen_at: string
  /** When it, or its source, was taken back: it is not weighed then. */
  withdrawn_at: string | null
}

/** A person took or typed the value that is shown, and keeps it. */
export type Decision = { by: number | null; at: string }

export type Reason = (typeof choiceReasons)[number]

export type Choice = { value_key: string | null; value: unknown; reason: Reason }

/** 6 says that it cannot be judged, which is no worse and no better than saying nothing. */
const unjudged = 6
const grade = ({ credibility }: Weighed) => credibility ?? unjudged
const instant = ({ last_seen_at }: Weighed) => Date.parse(last_seen_at)

type Step = readonly [Reason, (a: Weighed, b: Weighed) => number]
/** First to last; each below zero where the first of two goes before. */
const steps: readonly Step[] = [
  ['priority', (a, b) => b.source_priority - a.source_priority],
  ['credibility', (a, b) => grade(a) - grade(b)],
  ['reliability', (a, b) => reliabilities.indexOf(a.source_reliability) - reliabilities.indexOf(b.source_reliability)],
  ['recency', (a, b) => instant(b) - instant(a)],
]

/** What each source says now: of a field with one value its latest word stands in place of those before. */
export function latestOf<C extends Pick<Weighed, 'id' | 'source_id' | 'last_seen_at' | 'withdrawn_at'>>(
  claims: readonly C[],
): C[] {
  const live = claims.filter(claim => claim.withdrawn_at === null)
  const later = (a: C, b: C) => Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at) || b.id - a.id
  return [...Map.groupBy(live, claim => claim.source_id).values()].map(all => all.toSorted(later)[0] as C)
}

/** Of two that nothing tells apart the one stated first, so that every reader sees the same. */
function compare(a: Weighed, b: Weighed): number {
  for (const [, step] of steps) {
    const way = step(a, b)
    if (way !== 0) return way
  }
  return a.id - b.id
}

/** Why `a` goes before `b`. */
const reasonOver = (a: Weighed, b: Weighed): Reason => steps.find(([, step]) => step(a, b) !== 0)?.[0] ?? 'recency'

/**
 * The value that a field with one value shows: what a person decided; else what the source with the highest priority
 * states, then the most credible claim, the most reliable source, the latest claim. `shown` is what stands there now.
 */
export function chooseShown(
  claims: readonly Weighed[],
  decision: Decision | null,
  shown: { value: unknown; value_key: string | null },
): Choice {
  if (decision) return { ...shown, reason: 'decided' }
  const [best, ...others] = latestOf(claims).sort(compare)
  if (!best) return { ...shown, reason: 'kept' }
  const next = others.find(claim => claim.value_key !== best.value_key)
  return { value: best.value, value_key: best.value_key, reason: next ? reasonOver(best, next) : 'only' }
}

/** What becomes of a value that a source brings: it is shown, another stays, or a person has to be asked. */
export type Outcome = 'takes' | 'keeps' | 'asks'

/** Whether a new claim's value would be shown. A person's decision is never overruled: they are asked. */
export function outcomeOf(
  claims: readonly Weighed[],
  decision: Decision | null,
  shown: { value: unknown; value_key: string | null },
  brought: Weighed,
): Outcome {
  if (brought.value_key === shown.value_key) return 'takes'
  if (decision) return 'asks'
  if (shown.value_key === null) return 'takes'
  // What the same source said before is what it corrects now.
  const others = claims.filter(claim => claim.source_id !== brought.source_id)
  return chooseShown([...others, brought], null, shown).value_key === brought.value_key ? 'takes' : 'keeps'
}
