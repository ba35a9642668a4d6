import {
  type ScreeningRule,
  type ScreeningWeight,
  screeningLimits,
  screeningWeightNames,
  screeningWeights,
} from '#contract/screening_rule.api.ts'

export type RuleField = 'threshold' | 'strong' | ScreeningWeight
const ruleFields: readonly RuleField[] = ['threshold', 'strong', ...screeningWeightNames]
/** Values as typed; null for an empty field. */
export type RuleValues = Record<RuleField, number | null>

/** The weights in the order of the page. */
export const weightGroups = [
  { title: 'ofNames', names: ['name', 'common_name', 'weak_alias'] },
  { title: 'ofDates', names: ['same_date', 'near_date', 'other_year', 'other_date'] },
  { title: 'ofPlaces', names: ['same_country', 'other_country', 'same_sex', 'other_sex'] },
  { title: 'ofNumbers', names: ['same_number'] },
] as const satisfies readonly { title: string; names: readonly ScreeningWeight[] }[]

const isWeight = (field: RuleField): field is ScreeningWeight => Object.hasOwn(screeningWeights, field)
export const limitsOf = (field: RuleField): { min: number; max: number } =>
  isWeight(field) ? screeningWeights[field] : screeningLimits[field]
export const isAgainst = (field: RuleField) => isWeight(field) && screeningWeights[field].isAgainst

export const valuesOf = ({ threshold, strong, weights }: ScreeningRule): RuleValues => ({
  threshold,
  strong,
  ...weights,
})

/** Null if a number is missing or out of range. */
export function ruleOf(values: RuleValues): ScreeningRule | null {
  if (ruleFields.some(field => faultOf(values, field) !== null)) return null
  const { threshold, strong, ...weights } = values as Record<RuleField, number>
  return { threshold, strong, weights }
}

export function faultOf(values: RuleValues, field: RuleField): 'outOfBounds' | 'belowThreshold' | null {
  const value = values[field]
  const { min, max } = limitsOf(field)
  if (value === null || value < min || value > max) return 'outOfBounds'
  return field === 'strong' && value < (values.threshold ?? 0) ? 'belowThreshold' : null
}

export const isSameRule = (a: RuleValues, b: RuleValues) => ruleFields.every(field => a[field] === b[field])
