import {
  type ScreeningRule,
  type ScreeningWeight,
  screeningWeightNames,
  screeningWeights,
} from '#contract/screening_rule.ts'

/** What a record must know to be one that another rule scores otherwise. */
export type KnownFact = 'date' | 'region' | 'sex' | 'identifiers'
/** Records that have to be compared: all, or those that know one of these and those that have hits. */
export type Scope = 'all' | 'none' | readonly KnownFact[]

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

/** Which records another rule may say something else of. */
export function scopeOf(before: ScreeningRule, after: ScreeningRule): Scope {
  const changed = screeningWeightNames.filter(name => before.weights[name] !== after.weights[name])
  if (changed.length === 0 && before.threshold === after.threshold) return 'none'
  if (after.threshold < before.threshold) return 'all'
  // What only takes more and gives less makes no new hit.
  const widening = changed.filter(name => {
    const isMore = after.weights[name] > before.weights[name]
    return isMore !== screeningWeights[name].isAgainst
  })
  const needed = widening.map(name => facts[name])
  if (needed.includes(undefined)) return 'all'
  return [...new Set(needed as KnownFact[])]
}

/** What any of several needs. */
export function joinScopes(scopes: readonly Scope[]): Scope {
  if (scopes.includes('all')) return 'all'
  const lists = scopes.filter(scope => typeof scope !== 'string')
  return lists.length === 0 ? 'none' : [...new Set(lists.flat())]
}
