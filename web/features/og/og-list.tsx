import { Button } from 'antd'
import { Plus, Upload } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { listOgs, type Og } from '#contract/og.api.ts'
import { editors } from '#contract/role.ts'
import { InterchangeButton } from '#web/features/interchange/interchange.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, useGo, usePage } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { useRole } from '#web/platform/session.ts'
import { emptyTrash } from '#web/record/bulk-acts.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { EditButton } from '#web/ui/list/cells.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { Column, ListConfig } from '#web/ui/list/list-config.ts'
import { ogBulkActs } from './bulk-acts.ts'
import DemoButton from './demo-button.tsx'
import { ogListMessages } from './messages.ts'
import { OgCard } from './og-cells.tsx'
import { useOgColumns } from './og-columns.tsx'
import { useOgFilters } from './og-filters.tsx'

const OgForm = lazy(() => import('./og-form.tsx'))
const OgImport = lazy(() => import('./og-import.tsx'))

type OpenDialog = { kind: 'form'; og?: Og } | { kind: 'import' } | null

/** The list of organisations, as a table or as cards; for writers, with new, import and bulk actions. */
export function OgList({ isManaging }: { isManaging: boolean }) {
  const t = useT(ogListMessages)
  const go = useGo()
  const role = useRole()
  const mayEdit = isManaging || editors.some(editor => editor === role)
  const { search } = usePage()
  const isTrash = mayEdit && one(search.trash) === 'true'
  const [opened, setOpened] = useState<OpenDialog>(null)
  const filters = useOgFilters({ hasTrash: mayEdit })
  const facts = useOgColumns({ isTrash, isManaging })
  const columns = useMemo(() => {
    const acts: Column<Og> = {
      id: 'acts',
      title: t('acts'),
      cell: og =>
        og.can.includes('update') && (
          <EditButton name={displayName(og)} onEdit={() => setOpened({ kind: 'form', og })} />
        ),
      width: 44,
      isActs: true,
      fields: [],
    }
    return isTrash || !mayEdit ? facts : [...facts, acts]
  }, [t, facts, isTrash, mayEdit])
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
      name: isManaging ? 'admin_og' : 'og',
      noun: 'og',
      title: t(isManaging ? 'adminTitle' : 'ogs'),
      endpoint: listOgs,
      columns,
      filters,
      defaultSort: '-updated_at',
      searchHint: t('search'),
      rowId: og => og.id,
      rowName: og => displayName(og),
      ...(!isTrash && {
        open: (og: Og) => go('og_detail', { params: { id: og.id } }),
        edit: (og: Og) => og.can.includes('update') && setOpened({ kind: 'form', og }),
        card: (og: Og) => <OgCard og={og} />,
      }),
      ...(mayEdit && {
        bulkActs: ogBulkActs(t, isTrash),
        primary: add,
        actions: (
          <>
            {bring}
            {isManaging && <InterchangeButton />}
          </>
        ),
      }),
      hasViews: true,
      canExport: true,
      sideFilter: 'trash',
      empty: isTrash
        ? emptyTrash(ogListMessages)
        : {
            title: t('emptyTitle'),
            text: t(mayEdit ? 'emptyText' : 'emptyReadText'),
            ...(mayEdit && {
              actions: (
                <>
                  {bring}
                  <Permitted roles={['admin']}>
                    <DemoButton />
                  </Permitted>
                </>
              ),
            }),
          },
    }
  }, [t, go, columns, filters, isTrash, isManaging, mayEdit])
  const close = () => setOpened(null)
  return (
    <>
      <List config={config} />
      <LazyDialog>
        {opened?.kind === 'form' && <OgForm og={opened.og} onClose={close} />}
        {opened?.kind === 'import' && <OgImport onClose={close} />}
      </LazyDialog>
    </>
  )
}
