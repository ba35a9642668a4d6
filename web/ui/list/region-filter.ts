import { useMemo } from 'react'
import { continents, regionTree } from '#contract/region.ts'
import { useLocale } from '#web/platform/locale.ts'
import { continentName, useRegionName } from '#web/ui/region-name.ts'
import type { FilterGroup } from './list-config.ts'

/** Continents with their countries, by name, as options of a tree filter. */
export function useRegionGroups(): FilterGroup[] {
  const locale = useLocale()
  const nameOf = useRegionName()
  // The names load after the page; a sample shows whether they are there.
  const sample = nameOf('CN')
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the language and when they load.
  return useMemo(() => {
    const compare = new Intl.Collator(locale).compare
    return continents.map(continent => ({
      value: continent,
      label: continentName(continent, locale),
      children: regionTree[continent]
        .map(code => ({ value: code, label: nameOf(code) }))
        .sort((a, b) => compare(a.label, b.label)),
    }))
  }, [locale, sample])
}
