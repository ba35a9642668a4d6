import { useMemo, useState } from 'react'
import { type FactCheck, factCheckKinds, listFactChecks } from '#contract/fact_check.api.ts'
import { entityNames } from '#contract/registry.ts'
import { sourceSource } from '#web/features/source/source.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { FilterConfig, ListConfig } from '#web/ui/list/list-config.ts'
import { recordFilter } from '#web/ui/list/record-filter.ts'
import { checkActs } from './check-acts.ts'
import { useCheckColumns } from './check-columns.tsx'
import { CheckDrawer } from './check-drawer.tsx'
import { checkMessages } from './check-messages.ts'

/** `/admin/fact_check`: facts without a remaining source, or with contradicting sources. */
export default function CheckPage() {
  const t = useT(checkMessages)
  const isSettled = one(usePage().search.settled) === 'true'
  const [opened, setOpened] = useState<FactCheck | null>(null)
  const columns = useCheckColumns()
  const filters = useMemo<FilterConfig[]>(
    () => [
      {
        id: 'kind',
        label: t('happened'),
        kind: 'options',
        options: factCheckKinds.map(value => ({ value, label: t(value) })),
      },
      { id: 'source', label: t('source'), ...recordFilter(sourceSource) },
      {
        id: 'noun',
        label: t('kindLabel'),
        kind: 'options',
        options: entityNames.map(value => ({ value, label: t(value) })),
      },
      { id: 'settled', label: t('settled'), kind: 'switch', isRare: true },
    ],
    [t],
  )
  const config = useMemo<ListConfig<FactCheck>>(
    () => ({
      name: 'fact_check',
      noun: 'fact_check',
      title: t('title'),
      about: t('about'),
      endpoint: listFactChecks,
      columns,
      filters,
      defaultSort: '-since',
      searchHint: t('search'),
      rowId: check => check.id,
      rowName: check => check.title,
      open: setOpened,
      bulkActs: checkActs(isSettled),
      sideFilter: 'settled',
      empty: { title: t('emptyTitle'), text: t('emptyText') },
    }),
    [t, columns, filters, isSettled],
  )
  return (
    <>
      <List config={config} />
      <LazyDialog>{opened && <CheckDrawer check={opened} onClose={() => setOpened(null)} />}</LazyDialog>
    </>
  )
}
