import { useMemo } from 'react'
import { dangerLevels } from '#contract/og.ts'
import { continents, regionTree } from '#contract/region.ts'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { DangerLevelMark, useDangerLevelName } from '#web/ui/danger-level.tsx'
import type { Filter, FilterOption, PickerFilter } from '#web/ui/list/list-config.ts'
import type { PickerItem } from '#web/ui/picker/record-source.ts'
import { continentName, useRegionName } from '#web/ui/region-name.ts'
import { ogListMessages } from './messages.ts'
import { useOgCates } from './og-cates.ts'

const optionOf = ({ id, label }: PickerItem): FilterOption => ({ value: String(id), label })

const cateFinder: Pick<PickerFilter, 'find' | 'name'> = {
  find: async (keyword, signal) => (await ogCateSource.search(keyword, 1, signal)).items.map(optionOf),
  name: async (ids, signal) => (await ogCateSource.find(ids.map(Number), signal)).map(optionOf),
}

/** What organisations are filtered by; the names on the wire are the ids here. */
export function useOgFilters({ hasTrash }: { hasTrash: boolean }): Filter[] {
  const t = useT(ogListMessages)
  const locale = useLocale()
  const cates = useOgCates()
  const groups = useRegionGroups()
  const levelName = useDangerLevelName()
  const levels = dangerLevels.map(level => ({
    value: level,
    label: levelName(level),
    icon: <DangerLevelMark level={level} />,
  }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: levels follow the language alone.
  return useMemo<Filter[]>(
    () => [
      cates.isTooMany
        ? { id: 'category_id', label: t('category'), kind: 'picker', ...cateFinder }
        : {
            id: 'category_id',
            label: t('category'),
            kind: 'options',
            options: (cates.items ?? []).map(optionOf),
            isPending: cates.isPending,
          },
      { id: 'region', label: t('region'), kind: 'tree', groups },
      { id: 'danger_level', label: t('dangerLevel'), kind: 'options', options: levels },
      { id: 'weight', label: t('weight'), kind: 'range', min: 0, max: 100, isRare: true },
      { id: 'has_changes', label: t('hasChanges'), kind: 'switch', isRare: true },
      { id: 'restricted', label: t('restricted'), kind: 'switch', isRare: true },
      ...(hasTrash ? [{ id: 'trash', label: t('trash'), kind: 'switch', isRare: true } as const] : []),
    ],
    [t, locale, cates.isTooMany, cates.items, cates.isPending, groups, hasTrash],
  )
}

/** Continents with their countries, by name. */
function useRegionGroups() {
  const locale = useLocale()
  const nameOf = useRegionName()
  // The names arrive later than the page; one of them tells.
  const sample = nameOf('CN')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names change with the language and when they arrive.
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
