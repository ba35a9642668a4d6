import { useMemo } from 'react'
import { listOgs, type Og } from '#contract/og.ts'
import { useT } from '#web/platform/i18n.ts'
import { useGo } from '#web/platform/page.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { ListConfig } from '#web/ui/list/list-config.ts'
import { ogListMessages } from './messages.ts'
import { OgCard } from './og-cells.tsx'
import { useOgColumns } from './og-columns.tsx'
import { useOgFilters } from './og-filters.tsx'

/** `/og`: for reading, as a table or as cards. */
export default function OgListPage() {
  const t = useT(ogListMessages)
  const go = useGo()
  const filters = useOgFilters({ hasTrash: false })
  const columns = useOgColumns(false)
  const config = useMemo<ListConfig<Og>>(
    () => ({
      name: 'og',
      noun: 'og',
      title: t('ogs'),
      endpoint: listOgs,
      columns,
      filters,
      defaultSort: '-updated_at',
      searchHint: t('search'),
      rowId: og => og.id,
      rowName: og => og.name,
      open: og => go('og_detail', { params: { id: og.id } }),
      card: og => <OgCard og={og} />,
      hasViews: true,
      canExport: true,
      empty: { title: t('emptyTitle'), text: t('emptyReadText') },
    }),
    [t, go, columns, filters],
  )
  return <List config={config} />
}
