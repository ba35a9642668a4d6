import { useLocale } from '#web/platform/i18n.ts'
import { OutLink } from '#web/ui/out-link.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import { genderName, topicName } from './property-names.ts'

const countries = ['country', 'nationality', 'citizenship', 'jurisdiction', 'mainCountry', 'flag', 'birthCountry']

/**
 * A value of a FollowTheMoney property in the user’s language: countries, topics and sex by their names, addresses as
 * links.
 */
export function PropertyValue({ property, value }: { property: string; value: string }) {
  const locale = useLocale()
  const regionName = useRegionName()
  if (countries.includes(property)) return regionName(value.toUpperCase())
  if (property === 'topics') return topicName(value, locale)
  if (property === 'gender') return genderName(value, locale)
  return <OutLink address={value} />
}
