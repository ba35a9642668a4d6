import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ListChecks } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { editors } from '#contract/role.ts'
import { listUploads, type Upload } from '#contract/upload.api.ts'
import { uploadKinds, uploadStatuses } from '#contract/upload-state.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { personSource } from '#web/features/person/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, useGo, usePage } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { emptyTrash, recordBulkActs } from '#web/record/bulk-acts.ts'
import { RecordSkeleton } from '#web/record/record-state.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { EditButton } from '#web/ui/list/cells.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { Column, FilterConfig, FilterOption, ListConfig } from '#web/ui/list/list-config.ts'
import { recordFilter } from '#web/ui/list/record-filter.ts'
import { kindMessages, statusMessages } from './formatter-messages.ts'
import { uploadListMessages } from './messages.ts'
import { SendPanel } from './send-panel.tsx'
import { followWork, uploadCalls } from './upload-calls.ts'
import { UploadCard } from './upload-cells.tsx'
import { useUploadColumns } from './upload-columns.tsx'

const ogFilter = recordFilter(ogSource)
const personFilter = recordFilter(personSource)

/** Filters of uploads; their ids are the names in the API. Uploaders have few. */
function useUploadFilters(isEditor: boolean): FilterConfig[] {
  const t = useT(uploadListMessages)
  const status = useT(statusMessages)
  const kind = useT(kindMessages)
  const { data: users } = useQuery({
    ...endpointQuery(visibleUsers, {}),
    enabled: isEditor,
    staleTime: 60_000,
  })
  return useMemo<FilterConfig[]>(() => {
    const owners: FilterOption[] = (users ?? []).map(({ id, name, username }) => ({
      value: String(id),
      label: name || username,
    }))
    const common: FilterConfig[] = [
      {
        id: 'status',
        label: t('status'),
        kind: 'options',
        options: uploadStatuses.map(value => ({ value, label: status(value) })),
      },
      {
        id: 'kind',
        label: t('kind'),
        kind: 'options',
        options: uploadKinds.map(value => ({ value, label: kind(value) })),
      },
    ]
    if (!isEditor) return common
    return [
      ...common,
      { id: 'has_hits', label: t('hasHits'), kind: 'switch' },
      { id: 'og', label: t('og'), ...ogFilter },
      { id: 'person', label: t('person'), ...personFilter, isRare: true },
      { id: 'owner', label: t('owner'), kind: 'options', options: owners, isPending: !users, isRare: true },
      { id: 'restricted', label: t('restricted'), kind: 'switch', isRare: true },
      { id: 'trash', label: t('trash'), kind: 'switch', isRare: true },
    ]
  }, [t, status, kind, users, isEditor])
}

const UploadView = lazy(() => import('./upload-view.tsx'))
const UploadForm = lazy(() => import('./upload-form.tsx'))

const followMs = 2500

/** `/upload`: sending files, and their results; `?id=` opens one of them in place of the list. */
export default function UploadListPage() {
  const t = useT(uploadListMessages)
  const id = one(usePage().search.id)
  if (id === undefined) return <UploadList />
  return (
    <Suspense fallback={<RecordSkeleton label={t('title')} />}>
      <UploadView key={id} id={Number(id)} />
    </Suspense>
  )
}

function UploadList() {
  const t = useT(uploadListMessages)
  const go = useGo()
  const role = useRole()
  const { search, isActive } = usePage()
  const isEditor = role !== null && editors.includes(role)
  const isTrash = isEditor && one(search.trash) === 'true'
  const [edited, setEdited] = useState<Upload | null>(null)
  const filters = useUploadFilters(isEditor)
  const facts = useUploadColumns({ isTrash, isEditor })
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(followWork, followMs)
    return () => clearInterval(timer)
  }, [isActive])
  const columns = useMemo(() => {
    const acts: Column<Upload> = {
      id: 'acts',
      title: t('acts'),
      cell: upload =>
        upload.can.includes('update') && <EditButton name={upload.title} onEdit={() => setEdited(upload)} />,
      width: 44,
      isActs: true,
      fields: [],
    }
    return isTrash || !isEditor ? facts : [...facts, acts]
  }, [t, facts, isTrash, isEditor])
  const config = useMemo<ListConfig<Upload>>(
    () => ({
      name: 'upload',
      noun: 'upload',
      title: t('title'),
      endpoint: listUploads,
      columns,
      filters,
      defaultSort: '-created_at',
      searchHint: t('search'),
      rowId: upload => upload.id,
      rowName: upload => upload.title,
      above: <SendPanel isEditor={isEditor} />,
      ...(!isTrash && {
        open: (upload: Upload) => go('upload', { search: { ...search, id: upload.id } }),
        edit: (upload: Upload) => upload.can.includes('update') && setEdited(upload),
        card: (upload: Upload) => <UploadCard upload={upload} />,
      }),
      ...(isEditor && {
        bulkActs: recordBulkActs({ noun: 'upload', calls: uploadCalls, words: uploadListMessages, isTrash, own: [] }),
        hasViews: true,
        actions: <ReviewButton />,
      }),
      sideFilter: 'trash',
      empty: isTrash
        ? emptyTrash(uploadListMessages)
        : { title: t('emptyTitle'), text: t(isEditor ? 'emptyText' : 'emptyOwnText') },
    }),
    [t, go, columns, filters, isTrash, isEditor, search],
  )
  return (
    <>
      <List config={config} />
      <LazyDialog>{edited && <UploadForm upload={edited} onClose={() => setEdited(null)} />}</LazyDialog>
    </>
  )
}

/** Link to the review queue, oldest first; hidden if nothing waits. */
function ReviewButton() {
  const t = useT(uploadListMessages)
  const go = useGo()
  const query = { status: ['ready' as const], sort: 'created_at' as const, pageSize: 1 }
  const { data } = useQuery({ ...endpointQuery(listUploads, { query }) })
  const first = data?.items.find(upload => upload.status === 'ready')
  if (!data || !first) return null
  return (
    <Button
      icon={<ListChecks size={16} aria-hidden />}
      title={t('reviewCount', { count: data.total })}
      onClick={() => go('upload', { search: { status: 'ready', sort: 'created_at', id: first.id } })}
    >
      {t('review')} · {data.total}
    </Button>
  )
}
