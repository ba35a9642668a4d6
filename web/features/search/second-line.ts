import type { SearchSuggestion } from '#contract/search.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { searchMessages } from './messages.ts'
import type { RecentFound } from './recent.ts'

export type Suggested = RecentFound & Partial<Pick<SearchSuggestion, 'by' | 'text'>>

/** What tells one from others of its name: country, category, what its noun says of it, organisation, year; never nothing. */
export function useSecondLine(): (item: Suggested) => string {
  const t = useT(searchMessages)
  const regionName = useRegionName()
  return ({ noun, region, category, subtitle, og, year, at }) => {
    // Of what is dated, its date; of anything else `at` is its last change.
    const isDated = noun === 'event' || noun === 'report' || noun === 'upload'
    const parts = [
      region && regionName(region),
      category,
      subtitle,
      og && (noun === 'page' ? t('on', { name: og.name }) : og.name),
      isDated ? at?.slice(0, 4) : year,
    ].filter(Boolean)
    return parts.join(' · ') || t(noun)
  }
}
