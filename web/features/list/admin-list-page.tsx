import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { FlaskConical, Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import { type List, type ListVersion, listLists, loadExampleList } from '#contract/list.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery, errorText, pollWhile, refresh, showError } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { Message } from '#web/ui/frame/message.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ListRows } from './list-rows.tsx'
import { sanctionListMessages } from './messages.ts'

const ListForm = lazy(() => import('./list-form.tsx'))
const LoadDialog = lazy(() => import('./load-dialog.tsx'))
const EntriesDrawer = lazy(() => import('./entries-drawer.tsx'))
const MapDialog = lazy(() => import('./map-dialog.tsx'))
const QuarantineDrawer = lazy(() => import('./quarantine-drawer.tsx'))

type OpenDialog =
  | { what: 'form'; list?: List }
  | { what: 'load' | 'entries' | 'map'; list: List }
  | { what: 'aside'; list: List; version: ListVersion }
  | null

const pollMs = 1_000

/** `/admin/list`: the lists that organisations and persons are screened against. */
export default function AdminListPage() {
  const t = useT(sanctionListMessages)
  const mayChange = useRole() === 'admin'
  const [opened, setOpened] = useState<OpenDialog>(null)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(listLists, {}),
    refetchInterval: pollWhile(({ items }) => items.some(isLoading), pollMs),
  })
  const close = () => setOpened(null)
  const loadExample = () => void call(loadExampleList, {}).then(() => refresh('list', 'source'), showError)
  const example = (
    <Button icon={<FlaskConical size={16} aria-hidden />} onClick={loadExample}>
      {t('example')}
    </Button>
  )
  const add = (
    <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({ what: 'form' })}>
      {t('add')}
    </Button>
  )
  const isEmpty = data?.items.length === 0
  return (
    <PageFrame
      title={t('pageTitle')}
      text={t('pageText')}
      acts={
        mayChange &&
        !isEmpty && (
          <>
            <PageLink to="admin_screening_quality">{t('quality')}</PageLink>
            {add}
          </>
        )
      }
      isWide
    >
      {error && !data && (
        <Message role="alert" title={t('failedList')} text={errorText(error)}>
          <Button onClick={() => void refetch()}>{t('retry')}</Button>
        </Message>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {isEmpty && (
        <Message title={t('emptyTitle')} text={t('emptyText')}>
          {mayChange && (
            <>
              {add}
              {example}
            </>
          )}
        </Message>
      )}
      {data && !isEmpty && (
        <ListRows
          lists={data.items}
          mayChange={mayChange}
          onShow={list => setOpened({ what: 'entries', list })}
          onEdit={list => setOpened({ what: 'form', list })}
          onLoad={list => setOpened({ what: 'load', list })}
          onMap={list => setOpened({ what: 'map', list })}
          onAside={(list, version) => setOpened({ what: 'aside', list, version })}
        />
      )}
      <LazyDialog>
        {opened?.what === 'form' && <ListForm list={opened.list} onClose={close} />}
        {opened?.what === 'load' && <LoadDialog list={opened.list} onClose={close} />}
        {opened?.what === 'entries' && <EntriesDrawer list={opened.list} onClose={close} />}
        {opened?.what === 'aside' && <QuarantineDrawer list={opened.list} version={opened.version} onClose={close} />}
        {opened?.what === 'map' && opened.list.loading?.sheet && (
          <MapDialog
            list={opened.list}
            n={opened.list.loading.n}
            sheet={opened.list.loading.sheet}
            error={opened.list.loading.error}
            file={opened.list.loading.file_name}
            onClose={close}
          />
        )}
      </LazyDialog>
    </PageFrame>
  )
}

const isLoading = ({ loading }: List) => loading?.state === 'loading'
