import { Button } from 'antd'
import { Link2, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { getPerson, listPersons, type Person, type PersonItem } from '#contract/person.ts'
import { InterchangeButton } from '#web/features/interchange/interchange.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, useGo, usePage } from '#web/platform/page.tsx'
import { showError } from '#web/platform/query.ts'
import { emptyTrash } from '#web/record/bulk-acts.ts'
import { EditButton } from '#web/ui/list/cells.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { Column, ListConfig } from '#web/ui/list/list-config.ts'
import { personBulkActs } from './bulk-acts.ts'
import { personListMessages } from './messages.ts'
import { usePersonColumns } from './person-columns.tsx'
import { usePersonFilters } from './person-filters.ts'

const PersonForm = lazy(() => import('./person-form.tsx'))
const PersonImport = lazy(() => import('./person-import.tsx'))
const OgNames = lazy(() => import('./og-names.tsx'))

type Opened = { kind: 'form'; person?: Person } | { kind: 'import' } | { kind: 'og_names' } | null

/** `/admin/person`: for managing; bulk acts, import and export, names to link, the trash. */
export default function AdminPersonPage() {
  const t = useT(personListMessages)
  const go = useGo()
  const isTrash = one(usePage().search.trash) === 'true'
  const [opened, setOpened] = useState<Opened>(null)
  const filters = usePersonFilters({ isManaging: true })
  const facts = usePersonColumns(isTrash)
  const columns = useMemo(() => {
    const acts: Column<PersonItem> = {
      id: 'acts',
      title: t('acts'),
      cell: person =>
        person.can.includes('update') && (
          <EditButton name={person.name} onEdit={() => void openForm(person.id, setOpened)} />
        ),
      width: 56,
      isActs: true,
      fields: [],
    }
    return isTrash ? facts : [...facts, acts]
  }, [t, facts, isTrash])
  const config = useMemo<ListConfig<PersonItem>>(() => {
    const bring = (
      <Button icon={<Upload size={16} aria-hidden />} onClick={() => setOpened({ kind: 'import' })}>
        {t('import')}
      </Button>
    )
    return {
      name: 'admin_person',
      noun: 'person',
      title: t('adminTitle'),
      endpoint: listPersons,
      columns,
      filters,
      defaultSort: '-updated_at',
      searchHint: t('search'),
      rowId: person => person.id,
      rowName: person => person.name,
      ...(!isTrash && {
        open: (person: PersonItem) => go('person_detail', { params: { id: person.id } }),
        edit: (person: PersonItem) => person.can.includes('update') && void openForm(person.id, setOpened),
      }),
      bulkActs: personBulkActs(t, isTrash),
      hasViews: true,
      canExport: true,
      primary: (
        <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({ kind: 'form' })}>
          {t('add')}
        </Button>
      ),
      actions: (
        <>
          <Button icon={<Link2 size={16} aria-hidden />} onClick={() => setOpened({ kind: 'og_names' })}>
            {t('ogNames')}
          </Button>
          {bring}
          <InterchangeButton />
        </>
      ),
      sideFilter: 'trash',
      empty: isTrash
        ? emptyTrash(personListMessages)
        : { title: t('emptyTitle'), text: t('emptyText'), actions: bring },
    }
  }, [t, go, columns, filters, isTrash])
  const close = () => setOpened(null)
  return (
    <>
      <List config={config} />
      <Suspense>
        {opened?.kind === 'form' && <PersonForm person={opened.person} onClose={close} />}
        {opened?.kind === 'import' && <PersonImport onClose={close} />}
        {opened?.kind === 'og_names' && <OgNames onClose={close} />}
      </Suspense>
    </>
  )
}

/** A row of the list lacks what only the record holds: the description, education and relations. */
async function openForm(id: number, setOpened: (opened: Opened) => void): Promise<void> {
  try {
    setOpened({ kind: 'form', person: await call(getPerson, { params: { id } }) })
  } catch (error) {
    showError(error)
  }
}
