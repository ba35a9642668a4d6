import type { Duplicate } from '#contract/duplicate.api.ts'
import { useRegionName } from '#web/ui/region-name.ts'

/** Distinguishes one record of a pair from others of the same name: country, then details of its entity. */
export function useSideText(): (side: Duplicate['a']) => string {
  const regionName = useRegionName()
  return ({ region, detail }) => [region && regionName(region), detail].filter(Boolean).join(' · ')
}
