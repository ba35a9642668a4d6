import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Dropdown, Skeleton } from 'antd'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Issue } from '#contract/issue.api.ts'
import { Attachments } from '#web/features/attachment/attachment.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { usePageTitle } from '#web/platform/page.tsx'
import { errorText, showError } from '#web/platform/query.ts'
import { RecordPart } from '#web/record/record-part.tsx'
import { Message } from '#web/ui/frame/message.tsx'
import css from './drawer.module.css'
import { bringIssueBack, issueOptions, removeIssue } from './issue-calls.ts'
import { IssueFacts } from './issue-facts.tsx'
import { IssueThread } from './issue-thread.tsx'
import { issueMessages } from './messages.ts'

const IssueForm = lazy(() => import('./issue-form.tsx'))
const undoMs = 10_000

/** One piece of feedback: text, status, files and thread. */
export default function IssueDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT(issueMessages)
  const { data: issue, error, refetch } = useQuery(issueOptions(id))
  usePageTitle(issue?.title)
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Drawer
      open
      size="min(760px, 100vw)"
      onClose={onClose}
      closable={{ 'aria-label': t('close') }}
      title={
        <div className="ellipsis" title={issue?.title}>
          {issue && !isGone ? `#${issue.id} ${issue.title}` : t('title')}
        </div>
      }
      styles={{ title: { minWidth: 0 } }}
      extra={issue && !isGone && <Acts issue={issue} onClose={onClose} />}
    >
      {isGone ? (
        <Message role="alert" isPanel={false} title={t('missingTitle')} text={t('missingText')} />
      ) : issue ? (
        <Body issue={issue} />
      ) : error ? (
        <Message role="alert" isPanel={false} title={t('failedTitle')} text={errorText(error)}>
          <Button onClick={() => void refetch()}>{t('retry')}</Button>
        </Message>
      ) : (
        <div role="status" aria-busy aria-label={t('loading')}>
          <Skeleton active paragraph={{ rows: 6 }} />
        </div>
      )}
    </Drawer>
  )
}

function Body({ issue }: { issue: Issue }) {
  const t = useT(issueMessages)
  const mayComment = issue.acts.includes('comment')
  return (
    <div className={css.body}>
      <IssueFacts issue={issue} />
      <section aria-label={t('details')}>
        {issue.content ? <p className="readable prose">{issue.content}</p> : <p className="faint">{t('noContent')}</p>}
      </section>
      <section>
        <h2>{t('attachments')}</h2>
        <RecordPart name="attachments">
          <Attachments noun="issue" recordId={issue.id} mayAdd={mayComment} />
        </RecordPart>
      </section>
      <section>
        <h2>{t('thread')}</h2>
        <IssueThread id={issue.id} mayComment={mayComment} />
      </section>
    </div>
  )
}

function Acts({ issue, onClose }: { issue: Issue; onClose: () => void }) {
  const t = useT(issueMessages)
  const [isEditing, setIsEditing] = useState(false)

  async function undo(noticeId: string) {
    try {
      await bringIssueBack(issue.id)
      notify({ id: noticeId, kind: 'success', text: t('restored', { title: issue.title }) })
    } catch (error) {
      showError(error)
    }
  }
  async function remove() {
    try {
      // Closes the drawer first: it would read the deleted record again and report it as missing.
      onClose()
      await removeIssue(issue.id)
      const id = `issue-deleted-${issue.id}`
      const action = { label: t('undo'), run: () => void undo(id) }
      notify({ id, kind: 'success', text: t('deleted', { title: issue.title }), action, durationMs: undoMs })
    } catch (error) {
      showError(error)
    }
  }
  return (
    <div className="flex gap-3">
      {issue.can.includes('update') && (
        <Button icon={<Pencil size={14} aria-hidden />} onClick={() => setIsEditing(true)}>
          {t('edit')}
        </Button>
      )}
      {issue.can.includes('delete') && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: [{ key: 'delete', icon: <Trash2 size={14} aria-hidden />, label: t('delete') }],
            onClick: () => void remove(),
          }}
        >
          <Button icon={<Ellipsis size={16} aria-hidden />} aria-label={t('delete')} aria-haspopup="menu" />
        </Dropdown>
      )}
      {isEditing && (
        <Suspense>
          <IssueForm issue={issue} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}
