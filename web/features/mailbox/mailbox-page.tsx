import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import { listMailboxes, type Mailbox } from '#contract/mailbox.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { Message } from '#web/ui/frame/message.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { MailboxRow } from './mailbox-row.tsx'
import { mailboxMessages } from './messages.ts'

const MailboxForm = lazy(() => import('./mailbox-form.tsx'))

/** `/admin/mailbox`: mailboxes whose messages become uploads, their state, and what they refused. */
export default function MailboxPage() {
  const t = useT(mailboxMessages)
  const { isActive } = usePage()
  const [opened, setOpened] = useState<{ mailbox?: Mailbox } | null>(null)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(listMailboxes, {}),
    refetchInterval: isActive ? 5_000 : false,
    meta: { quiet: true },
  })
  return (
    <PageFrame
      title={t('title')}
      text={t('titleText')}
      acts={
        <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({})}>
          {t('add')}
        </Button>
      }
    >
      {error && !data && (
        <Failure isWhole onRetry={() => void refetch()}>
          {errorText(error)}
        </Failure>
      )}
      {!data && !error && <Skeleton active paragraph={{ rows: 4 }} />}
      {data?.items.length === 0 && <Message title={t('emptyTitle')} text={t('emptyText')} />}
      <ul className="stack gap-4">
        {(data?.items ?? []).map(mailbox => (
          <MailboxRow key={mailbox.id} mailbox={mailbox} onEdit={() => setOpened({ mailbox })} />
        ))}
      </ul>
      <LazyDialog>{opened && <MailboxForm mailbox={opened.mailbox} onClose={() => setOpened(null)} />}</LazyDialog>
    </PageFrame>
  )
}
