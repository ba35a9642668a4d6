import { type ReactNode, useMemo } from 'react'
import type { Locale } from '#contract/error.ts'
import { type Og, ogSchema } from '#contract/og.api.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useCustomColumns } from '#web/record/custom-fields.tsx'
import { DangerLevelTag, dangerLevelMessages } from '#web/ui/danger-level.tsx'
import { Figure, figureText } from '#web/ui/list/cells.tsx'
import type { Column } from '#web/ui/list/list-config.ts'
import { accessColumn, instantColumn, ownerColumn } from '#web/ui/list/record-columns.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import { schemaColumns } from '#web/ui/schema/columns.tsx'
import { ogListMessages } from './messages.ts'
import { useOgCates } from './og-cates.ts'
import { CateName, Changes, OgName } from './og-cells.tsx'

type TranslateFn = Translate<(typeof ogListMessages)['zh-CN']>

type ColumnFlags = { isTrash: boolean; isManaging: boolean }

/** Functions that name the records a row refers to; new functions are created when the names have loaded. */
type RecordNamers = {
  category: (id: number | null) => ReactNode
  categoryText: (id: number | null) => string | undefined
  region: (code: string) => string
}

const withoutWww = (host: string) => host.replace(/^www\./, '')

function HostText({ host }: { host: string }) {
  return (
    <span className="small mono" title={host}>
      {withoutWww(host)}
    </span>
  )
}

/**
 * All columns of organisations; their ids are the fields of an export. With `isManaging`, access and owner replace the
 * columns about watching.
 */
function ogColumns(
  t: TranslateFn,
  locale: Locale,
  { isTrash, isManaging }: ColumnFlags,
  names: RecordNamers,
): Column<Og>[] {
  return [
    {
      id: 'name',
      title: ogSchema.name.label[locale],
      cell: og => <OgName og={og} isTrash={isTrash} />,
      text: og => og.name,
      // The picture, and the marks of restricted and demonstration records.
      markWidth: 100,
      width: 280,
      minWidth: 160,
      sort: 'name',
      isPinned: true,
      isAlwaysShown: true,
      grows: true,
    },
    {
      id: 'category_id',
      title: ogSchema.category_id.label[locale],
      cell: og => names.category(og.category_id),
      text: og => names.categoryText(og.category_id),
      width: 180,
    },
    {
      id: 'region',
      title: ogSchema.region.label[locale],
      cell: og => og.region && names.region(og.region),
      text: og => og.region && names.region(og.region),
      width: 160,
    },
    {
      id: 'danger_level',
      title: t('dangerLevel'),
      cell: og => <DangerLevelTag level={og.danger_level} />,
      widest: Object.values(dangerLevelMessages[locale]),
      markWidth: 18,
      width: 116,
      sort: 'danger_level',
    },
    {
      id: 'weight',
      title: ogSchema.weight.label[locale],
      cell: og => <Figure value={og.weight} />,
      text: og => figureText(og.weight),
      widest: ['100'],
      width: 92,
      sort: 'weight',
      sortsDownFirst: true,
      isNumber: true,
    },
    {
      id: 'host',
      title: t('host'),
      cell: og => og.host && <HostText host={og.host} />,
      text: og => og.host && withoutWww(og.host),
      face: 'mono',
      width: 200,
      defaultHidden: isManaging,
    },
    {
      id: 'changes',
      title: t('changes'),
      cell: og => <Changes og={og} isShort />,
      text: og => (og.new_version > og.version ? '▲' : null),
      width: 80,
      defaultHidden: isManaging,
      fields: ['version', 'new_version'],
    },
    accessColumn(t('access'), !isManaging),
    ownerColumn(t('owner'), !isManaging),
    ...schemaColumns<Og>(ogSchema, locale),
    instantColumn('updated_at', t('updatedAt')),
    instantColumn('created_at', t('createdAt'), true),
  ]
}

/** The columns in the chosen language. Names are looked up once for all rows: a hook in every cell would be slow. */
export function useOgColumns({ isTrash, isManaging }: ColumnFlags): Column<Og>[] {
  const t = useT(ogListMessages)
  const locale = useLocale()
  const { names, isTooMany } = useOgCates()
  const region = useRegionName()
  const custom = useCustomColumns<Og>('og')
  // The names of regions load after the page; a sample shows whether they are there.
  const sample = region('CN')
  // biome-ignore lint/correctness/useExhaustiveDependencies: region names change with the language and when they load.
  return useMemo(() => {
    const category = (id: number | null) => (isTooMany ? <CateName id={id} /> : id === null ? null : names.get(id))
    // If there are too many categories to load, each row loads its own: the longest name is unknown, so a width is
    // assumed.
    const categoryText = (id: number | null) => (id === null ? undefined : (names.get(id) ?? '　'.repeat(8)))
    const all = ogColumns(t, locale, { isTrash, isManaging }, { category, categoryText, region })
    return [...all, ...custom]
  }, [t, locale, isTrash, isManaging, names, isTooMany, sample, custom])
}
