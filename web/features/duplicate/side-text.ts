import type { Duplicate } from '#contract/duplicate.ts'
import { useRegionName } from '#web/ui/region-name.ts'

/** What tells one record of a pair from others of its name: country, then what its noun says of it. */
export function useSideText(): (side: Duplicate['a']) => string {
  const regionName = useRegionName()
  return ({ region, detail }) => [region && regionName(region), detail].filter(Boolean).join(' · ')
}
