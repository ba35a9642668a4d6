import type { SearchSuggestion } from '#contract/search.api.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { searchMessages } from './messages.ts'
import type { RecentItem } from './recent.ts'

export type SuggestedItem = RecentItem & Partial<Pick<SearchSuggestion, 'by' | 'text'>>

/**
 * Distinguishes an item from others of the same name: country, category, details of its entity, organisation, year;
 * never empty.
 */
export function useSecondLine(): (item: SuggestedItem) => string {
  const t = useT(searchMessages)
  const regionName = useRegionName()
  return ({ noun, region, category, subtitle, og, year, at }) => {
    // For a dated item `at` is its date; for others it is the last change.
    const isDated = noun === 'event' || noun === 'report' || noun === 'upload'
    const parts = [
      region && regionName(region),
      category,
      subtitle,
      og && (noun === 'page' ? t('on', { name: displayName(og) }) : displayName(og)),
      isDated ? at?.slice(0, 4) : year,
    ].filter(Boolean)
    return parts.join(' · ') || t(noun)
  }
}
