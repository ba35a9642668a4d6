import { useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { MessageSquare, Paperclip, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { IssueItem } from '#contract/issue.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import { errorText, showError } from '#web/platform/query.ts'
import { Message } from '#web/ui/frame/message.tsx'
import css from './issue.module.css'
import { bringIssueBack, issuesOptions, type ListQuery } from './issue-calls.ts'
import { KindMark, PriorityMark, StatusTag } from './issue-marks.tsx'
import { issueMessages } from './messages.ts'

type Props = {
  query: ListQuery
  /** Records in the trash can only be restored. */
  isTrash: boolean
  /** Content of an empty list without filters. */
  empty: ReactNode
  hrefOf: (id: number) => Record<string, string | undefined>
  onPage: (page: number) => void
}

const pageSize = 20

/** Feedback line by line, last changed first. */
export function IssueList({ query, isTrash, empty, hrefOf, onPage }: Props) {
  const t = useT(issueMessages)
  const { data, error, refetch } = useQuery(issuesOptions({ ...query, pageSize }))
  if (!data && error)
    return (
      <Message role="alert" title={t('failedTitle')} text={errorText(error)}>
        <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </Message>
    )
  if (!data)
    return (
      <div className={`${css.rows} panel`} role="status" aria-busy aria-label={t('loading')}>
        {[0, 1, 2].map(row => (
          <div key={row} className={css.bone} />
        ))}
      </div>
    )
  if (data.items.length === 0) return empty
  return (
    <>
      <ul className={`${css.rows} panel`} aria-label={t('list')}>
        {data.items.map(issue => (
          <li key={issue.id}>
            {isTrash ? <TrashedRow issue={issue} /> : <IssueRow issue={issue} search={hrefOf(issue.id)} />}
          </li>
        ))}
      </ul>
      <Pagination
        size="small"
        align="end"
        hideOnSinglePage
        current={data.current}
        pageSize={pageSize}
        total={data.total}
        showSizeChanger={false}
        onChange={onPage}
      />
    </>
  )
}

function IssueRow({ issue, search }: { issue: IssueItem; search: Record<string, string | undefined> }) {
  return (
    <PageLink to="issue" search={search} className={`${css.row} hover`}>
      <RowWords issue={issue} />
      <PriorityMark priority={issue.priority} />
      <StatusTag status={issue.status} />
    </PageLink>
  )
}

function TrashedRow({ issue }: { issue: IssueItem }) {
  const t = useT(issueMessages)
  async function restore() {
    try {
      await bringIssueBack(issue.id)
      notifySuccess(t('restored', { title: issue.title }))
    } catch (error) {
      showError(error)
    }
  }
  return (
    <div className={css.row}>
      <RowWords issue={issue} />
      <StatusTag status={issue.status} />
      <Button size="small" icon={<Undo2 size={14} aria-hidden />} onClick={() => void restore()}>
        {t('restore')}
      </Button>
    </div>
  )
}

function RowWords({ issue }: { issue: IssueItem }) {
  const t = useT(issueMessages)
  return (
    <>
      <KindMark kind={issue.kind} />
      <span className={css.words}>
        <span className="strong ellipsis" title={issue.title}>
          {issue.title}
        </span>
        <span className="flex wrap gap-x-4 small faint">
          <span>#{issue.id}</span>
          <span>{t('by', { name: issue.reporter?.name ?? t('gone') })}</span>
          <span>{t('updatedOn', { at: formatInstant(issue.updated_at) })}</span>
          <Counts issue={issue} />
        </span>
      </span>
    </>
  )
}

/** Numbers of comments and files; hidden at zero. */
export function Counts({ issue }: { issue: IssueItem }) {
  const t = useT(issueMessages)
  return (
    <>
      {issue.comments > 0 && (
        <span className="inline-row gap-2" title={t('comments', { count: issue.comments })}>
          <MessageSquare size={12} aria-hidden />
          {issue.comments}
        </span>
      )}
      {issue.attachments > 0 && (
        <span className="inline-row gap-2" title={t('files', { count: issue.attachments })}>
          <Paperclip size={12} aria-hidden />
          {issue.attachments}
        </span>
      )}
    </>
  )
}
