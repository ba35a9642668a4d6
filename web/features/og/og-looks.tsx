import type { ReactNode } from 'react'
import { type OgField, ogFields } from '#contract/og.ts'
import { ogCateSource } from '#web/features/og_cate/og_cate.ts'
import { useT } from '#web/platform/i18n.ts'
import { DangerLevelTag, isDangerLevel } from '#web/ui/danger-level.tsx'
import { useChosenItems } from '#web/ui/picker/use-record-items.ts'
import { useVisibleUsers } from '#web/ui/picker/user-picker.tsx'
import type { FieldLook } from '#web/ui/record/look.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { ogFieldMessages } from './form-messages.ts'

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Names of the categories with these ids; their number until they are known, or when they are gone. */
export function useOgCateName(ids: readonly number[]): (id: number) => string {
  const items = useChosenItems(ogCateSource, ids)
  return id => items?.get(id)?.label ?? `#${id}`
}

/** How each field of an organisation is called and shown. `categoryIds` are those that may be shown. */
export function useOgLooks(categoryIds: readonly number[]): Record<OgField, FieldLook> {
  const t = useT(ogFieldMessages)
  const regionName = useRegionName()
  const cateName = useOgCateName(categoryIds)
  const { nameOf } = useVisibleUsers()
  const showText = (value: unknown): ReactNode => String(value)
  const showLines = (value: unknown): ReactNode => asList(value).join('\n')
  const showUsers = (value: unknown): ReactNode =>
    asList(value)
      .map(id => nameOf(Number(id)))
      .join('\n')
  const shows: Partial<Record<OgField, (value: unknown) => ReactNode>> = {
    icon: value => <img src={String(value)} alt={t('icon')} width={32} height={32} />,
    category_id: value => cateName(Number(value)),
    region: value => regionName(String(value)),
    danger_level: value => (isDangerLevel(value) ? <DangerLevelTag level={value} /> : String(value)),
    aliases: showLines,
    entrances: showLines,
    forbidden_rules: showLines,
    read_user: showUsers,
    write_user: showUsers,
  }
  const looks = ogFields.map(field => [field, { label: t(field), show: shows[field] ?? showText }])
  return Object.fromEntries(looks) as Record<OgField, FieldLook>
}
