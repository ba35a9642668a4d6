import { schemeOf } from '#contract/identifier-scheme.ts'
import type { ComparedParty, Screening } from '#contract/screening.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { propertyName } from '#web/ui/entity/property-names.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { screeningMessages } from './messages.ts'

export const sideFields = ['names', 'dates', 'countries', 'sex', 'numbers'] as const
export type SideField = (typeof sideFields)[number]

const dateLabels = { og: 'foundings', person: 'births' } as const

/** Label and text of a field, for either side. */
export function useSideText(noun: Screening['noun']) {
  const t = useT(screeningMessages)
  const locale = useLocale()
  const regionName = useRegionName()
  const label = (field: SideField) => (field === 'dates' ? t(dateLabels[noun]) : t(field))
  const texts = (party: ComparedParty, field: SideField): string[] => {
    if (field === 'countries') return party.countries.map(regionName)
    if (field === 'sex') return party.sex === 'male' || party.sex === 'female' ? [t(party.sex)] : []
    if (field === 'numbers')
      return party.numbers.map(
        ({ scheme, value }) => `${schemeOf(scheme)?.label[locale] ?? propertyName(scheme, locale)}: ${value}`,
      )
    return party[field]
  }
  return { label, texts }
}

/** Evidence codes for each field: those that support a match and those against it. */
const ofField: Record<Exclude<SideField, 'names'>, { for: string[]; against: string[] }> = {
  dates: { for: ['same_date', 'near_date'], against: ['other_date'] },
  countries: { for: ['same_country'], against: ['other_country'] },
  sex: { for: ['same_sex'], against: ['other_sex'] },
  numbers: { for: ['same_number'], against: [] },
}

export function verdictOf(field: SideField, features: Screening['features']): 'agrees' | 'disagrees' | null {
  if (field === 'names') return null
  const has = (codes: readonly string[]) => features.some(({ code }) => codes.includes(code))
  if (has(ofField[field].for)) return 'agrees'
  return has(ofField[field].against) ? 'disagrees' : null
}

/** Evidence codes of names that count for the score: these names are first. */
const nameCodes = ['same_name', 'same_words', 'other_script', 'similar_name', 'partial_name', 'translated_name']

export function comparedName(side: 'a' | 'b', features: Screening['features']): string | undefined {
  return features.find(({ code }) => nameCodes.includes(code))?.[side]
}
