import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { getOg } from '#contract/og.api.ts'
import { listPages, type Page } from '#contract/page.api.ts'
import { displayName, type Named } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { many, useGo, usePage } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { ListConfig } from '#web/ui/list/list-config.ts'
import { pageListMessages } from './messages.ts'
import { PageCard } from './page-cells.tsx'
import { usePageColumns } from './page-columns.tsx'
import { usePageFilters } from './page-filters.ts'
import { SiteHead } from './site-head.tsx'
import css from './site-tree.module.css'
import { SitePicker, SiteTree } from './site-tree.tsx'
import { useSites } from './use-sites.ts'

const AddPage = lazy(() => import('./add-page.tsx'))

/** `/admin/pages`: sites at the left; at the right the pages of the chosen site, or of all. */
export default function AdminPagesPage() {
  const t = useT(pageListMessages)
  const go = useGo()
  const isNarrow = useIsNarrow()
  const { search, setSearch } = usePage()
  const [isAdding, setIsAdding] = useState(false)
  const sites = useSites()
  const named = many(search.og_id)
  const chosen = named.length === 1 && /^[1-9]\d{0,15}$/.test(named[0] ?? '') ? Number(named[0]) : undefined
  const name = useOgName(chosen, sites.data)
  const filters = usePageFilters(named.length > 1)
  const columns = usePageColumns(chosen !== undefined)
  const choose = (ogId: number | undefined) =>
    setSearch(before => ({ ...before, og_id: ogId === undefined ? null : String(ogId), current: null }))
  const config = useMemo<ListConfig<Page>>(
    () => ({
      name: 'page',
      noun: 'page',
      title: t('pages'),
      endpoint: listPages,
      ...(chosen !== undefined && { fixed: { og_id: [chosen] } }),
      columns,
      filters,
      defaultSort: '-last_changed_at',
      searchHint: t('search'),
      hasSecondLine: true,
      rowId: page => page.id,
      rowName: page => page.title || page.url,
      open: page => go('admin_page', { params: { id: page.id } }),
      card: page => <PageCard page={page} />,
      primary: (
        <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
          {t('add')}
        </Button>
      ),
      empty: {
        title: t('emptyTitle'),
        text: t(chosen === undefined ? 'emptyText' : 'emptySiteText'),
        ...(chosen === undefined && { actions: <Button onClick={() => go('admin_og')}>{t('toOgs')}</Button> }),
      },
    }),
    [t, go, columns, filters, chosen],
  )
  const passed = { sites, chosen, onChoose: choose }
  return (
    <div className={css.page}>
      {isNarrow ? <SitePicker {...passed} /> : <SiteTree {...passed} />}
      <div className="shrink">
        {chosen !== undefined && <SiteHead key={chosen} ogId={chosen} name={name} />}
        <List config={config} />
      </div>
      {isAdding && (
        <LazyDialog>
          <AddPage ogId={chosen} onClose={() => setIsAdding(false)} />
        </LazyDialog>
      )}
    </div>
  )
}

type WithOg = { og: { id: number } & Named }

/**
 * Taken from the site column if it is loaded there, otherwise requested: the address can name a site further down the
 * list.
 */
function useOgName(id: number | undefined, sites: readonly WithOg[] | undefined): string {
  const known = sites?.find(({ og }) => og.id === id)?.og
  const ogQuery = useQuery({
    ...endpointQuery(getOg, { params: { id: id ?? 0 } }),
    enabled: id !== undefined && sites !== undefined && known === undefined,
  })
  const og = known ?? ogQuery.data
  return og ? displayName(og) : ''
}
