import { Button } from 'antd'
import { Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { loadDemo } from '#contract/demo.ts'
import { listOgs, type Og } from '#contract/og.ts'
import { InterchangeButton } from '#web/features/interchange/interchange.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { one, useGo, usePage } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { refresh, showError } from '#web/platform/query.ts'
import { emptyTrash } from '#web/record/bulk-acts.ts'
import { EditButton } from '#web/ui/list/cells.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { Column, ListConfig } from '#web/ui/list/list-config.ts'
import { ogBulkActs } from './bulk-acts.ts'
import { ogListMessages } from './messages.ts'
import { useOgColumns } from './og-columns.tsx'
import { useOgFilters } from './og-filters.tsx'

const OgForm = lazy(() => import('./og-form.tsx'))
const OgImport = lazy(() => import('./og-import.tsx'))

type Opened = { kind: 'form'; og?: Og } | { kind: 'import' } | null

/** `/admin/og`: for managing; bulk acts, export, the trash. */
export default function AdminOgPage() {
  const t = useT(ogListMessages)
  const go = useGo()
  const isTrash = one(usePage().search.trash) === 'true'
  const [opened, setOpened] = useState<Opened>(null)
  const filters = useOgFilters({ hasTrash: true })
  const facts = useOgColumns(isTrash)
  const columns = useMemo(() => {
    const acts: Column<Og> = {
      id: 'acts',
      title: t('acts'),
      cell: og =>
        og.can.includes('update') && <EditButton name={og.name} onEdit={() => setOpened({ kind: 'form', og })} />,
      width: 56,
      isActs: true,
      fields: [],
    }
    return isTrash ? facts : [...facts, acts]
  }, [t, facts, isTrash])
  const config = useMemo<ListConfig<Og>>(() => {
    const add = (
      <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({ kind: 'form' })}>
        {t('add')}
      </Button>
    )
    const bring = (
      <Button icon={<Upload size={16} aria-hidden />} onClick={() => setOpened({ kind: 'import' })}>
        {t('import')}
      </Button>
    )
    return {
      name: 'admin_og',
      noun: 'og',
      title: t('adminTitle'),
      endpoint: listOgs,
      columns,
      filters,
      defaultSort: '-updated_at',
      searchHint: t('search'),
      rowId: og => og.id,
      rowName: og => og.name,
      ...(!isTrash && {
        open: (og: Og) => go('og_detail', { params: { id: og.id } }),
        edit: (og: Og) => og.can.includes('update') && setOpened({ kind: 'form', og }),
      }),
      bulkActs: ogBulkActs(t, isTrash),
      hasViews: true,
      canExport: true,
      primary: add,
      actions: (
        <>
          {bring}
          <InterchangeButton />
        </>
      ),
      sideFilter: 'trash',
      empty: isTrash
        ? emptyTrash(ogListMessages)
        : {
            title: t('emptyTitle'),
            text: t('emptyText'),
            actions: (
              <>
                {bring}
                <Permitted roles={['admin']}>
                  <DemoButton />
                </Permitted>
              </>
            ),
          },
    }
  }, [t, go, columns, filters, isTrash])
  const close = () => setOpened(null)
  return (
    <>
      <List config={config} />
      <Suspense>
        {opened?.kind === 'form' && <OgForm og={opened.og} onClose={close} />}
        {opened?.kind === 'import' && <OgImport onClose={close} />}
      </Suspense>
    </>
  )
}

function DemoButton() {
  const t = useT(ogListMessages)
  const [isLoading, setIsLoading] = useState(false)
  const load = async () => {
    setIsLoading(true)
    try {
      const { record_count: count } = await call(loadDemo, {})
      notifySuccess(t('demoLoaded', { count }))
    } catch (error) {
      showError(error)
    }
    await refresh('og', 'og_cate')
    setIsLoading(false)
  }
  return (
    <Button loading={isLoading} onClick={() => void load()}>
      {t('loadDemo')}
    </Button>
  )
}
