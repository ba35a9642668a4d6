import { useMemo } from 'react'
import { dangerLevels } from '#contract/og.api.ts'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useCustomFilters } from '#web/record/custom-fields.tsx'
import { DangerLevelMark, useDangerLevelName } from '#web/ui/danger-level.tsx'
import type { FilterConfig, FilterOption } from '#web/ui/list/list-config.ts'
import { recordFilter } from '#web/ui/list/record-filter.ts'
import { useRegionGroups } from '#web/ui/list/region-filter.ts'
import type { PickerItem } from '#web/ui/picker/record-source.ts'
import { ogListMessages } from './messages.ts'
import { useOgCates } from './og-cates.ts'

const optionOf = ({ id, label }: PickerItem): FilterOption => ({ value: String(id), label })

/** Filters of organisations; their ids are the names in the API. */
export function useOgFilters({ hasTrash }: { hasTrash: boolean }): FilterConfig[] {
  const t = useT(ogListMessages)
  const locale = useLocale()
  const cates = useOgCates()
  const groups = useRegionGroups()
  const custom = useCustomFilters('og')
  const levelName = useDangerLevelName()
  const levels = dangerLevels.map(level => ({
    value: level,
    label: levelName(level),
    icon: <DangerLevelMark level={level} />,
  }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: levels depend only on the language.
  return useMemo<FilterConfig[]>(
    () => [
      cates.isTooMany
        ? { id: 'category_id', label: t('category'), ...recordFilter(ogCateSource) }
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
      {
        id: 'sanctioned_share',
        label: t('sanctionedShare'),
        kind: 'options',
        options: [
          { value: 'certain', label: t('sanctionedSurely') },
          { value: 'possible', label: t('sanctionedPerhaps') },
        ],
        isRare: true,
      },
      ...custom,
      { id: 'restricted', label: t('restricted'), kind: 'switch', isRare: true },
      ...(hasTrash ? [{ id: 'trash', label: t('trash'), kind: 'switch', isRare: true } as const] : []),
    ],
    [t, locale, cates.isTooMany, cates.items, cates.isPending, groups, hasTrash, custom],
  )
}
