import {
  type ScreeningRule,
  type ScreeningWeight,
  screeningWeightNames,
  screeningWeights,
} from '#contract/screening_rule.api.ts'

/** A fact that a record needs for a changed rule to affect its score. */
export type KnownFact = 'date' | 'region' | 'sex' | 'identifiers'
/** Records that have to be compared: all, none, or those with one of these facts and those with hits. */
export type ScreeningScope = 'all' | 'none' | readonly KnownFact[]

const facts: Partial<Record<ScreeningWeight, KnownFact>> = {
  same_number: 'identifiers',
  same_date: 'date',
  near_date: 'date',
  other_year: 'date',
  other_date: 'date',
  same_country: 'region',
  other_country: 'region',
  same_sex: 'sex',
  other_sex: 'sex',
}

/** Records whose result a changed rule may change. */
export function scopeOf(before: ScreeningRule, after: ScreeningRule): ScreeningScope {
  const changed = screeningWeightNames.filter(name => before.weights[name] !== after.weights[name])
  if (changed.length === 0 && before.threshold === after.threshold) return 'none'
  if (after.threshold < before.threshold) return 'all'
  // A change that only lowers scores creates no new hit.
  const widening = changed.filter(name => {
    const isMore = after.weights[name] > before.weights[name]
    return isMore !== screeningWeights[name].isAgainst
  })
  const needed = widening.map(name => facts[name])
  if (needed.includes(undefined)) return 'all'
  return [...new Set(needed as KnownFact[])]
}

/** Union of several scopes. */
export function joinScopes(scopes: readonly ScreeningScope[]): ScreeningScope {
  if (scopes.includes('all')) return 'all'
  const lists = scopes.filter(scope => typeof scope !== 'string')
  return lists.length === 0 ? 'none' : [...new Set(lists.flat())]
}
