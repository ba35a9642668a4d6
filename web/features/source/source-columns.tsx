import { useMemo } from 'react'
import { reliabilityWords, sourceKindWords } from '#contract/entities/source.schema.ts'
import type { Locale } from '#contract/error.ts'
import { type Source, sourceSchema } from '#contract/source.api.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink } from '#web/platform/page.tsx'
import cells from '#web/ui/list/cells.module.css'
import { AccessText, DemoMark, RestrictedMark } from '#web/ui/list/cells.tsx'
import type { Column } from '#web/ui/list/list-config.ts'
import { instantColumn, ownerColumn } from '#web/ui/list/record-columns.tsx'
import { sourceListMessages } from './messages.ts'

type TranslateFn = Translate<(typeof sourceListMessages)['zh-CN']>

function SourceName({ source, isTrash = false }: { source: Source; isTrash?: boolean }) {
  const t = useT(sourceListMessages)
  return (
    <span className={cells.name}>
      {isTrash ? (
        <span className={cells.nameText}>{source.name}</span>
      ) : (
        <PageLink to="source_detail" params={{ id: source.id }} className={cells.nameText} title={source.name}>
          {source.name}
        </PageLink>
      )}
      {source.withdrawn_at && <span className="small quiet">{t('withdrawn')}</span>}
      <RestrictedMark record={source} />
      {source.is_demo && <DemoMark />}
    </span>
  )
}

function sourceColumns(t: TranslateFn, locale: Locale, isTrash: boolean): Column<Source>[] {
  const label = (name: keyof typeof sourceSchema) => sourceSchema[name].label[locale]
  const kinds = Object.values(sourceKindWords).map(word => word[locale])
  const grades = Object.values(reliabilityWords).map(word => word[locale])
  return [
    {
      id: 'name',
      title: label('name'),
      cell: source => <SourceName source={source} isTrash={isTrash} />,
      text: source => source.name,
      markWidth: 90,
      width: 220,
      minWidth: 120,
      sort: 'name',
      isPinned: true,
      isAlwaysShown: true,
      grows: true,
    },
    {
      id: 'kind',
      title: label('kind'),
      cell: source => sourceKindWords[source.kind][locale],
      widest: kinds,
      width: 140,
    },
    {
      id: 'reliability',
      title: label('reliability'),
      cell: source => reliabilityWords[source.reliability][locale],
      widest: grades,
      width: 180,
    },
    {
      id: 'priority',
      title: label('priority'),
      cell: source => source.priority,
      widest: ['100'],
      width: 92,
      isNumber: true,
    },
    {
      id: 'url',
      title: label('url'),
      cell: source => <span className="small mono">{source.url}</span>,
      text: source => source.url,
      face: 'mono',
      width: 240,
    },
    {
      id: 'access',
      title: t('access'),
      cell: source => <AccessText record={source} />,
      width: 120,
      defaultHidden: true,
    },
    ownerColumn(t('owner')),
    instantColumn('updated_at', t('updatedAt')),
    instantColumn('created_at', t('createdAt'), true),
  ]
}

export function useSourceColumns(isTrash: boolean): Column<Source>[] {
  const t = useT(sourceListMessages)
  const locale = useLocale()
  return useMemo(() => sourceColumns(t, locale, isTrash), [t, locale, isTrash])
}
