import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { type IssueItem, type IssueStatus, issueStatuses } from '#contract/issue.api.ts'
import { formatDay } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './board.module.css'
import { issuesOptions, type ListQuery, setIssue } from './issue-calls.ts'
import { Counts } from './issue-list.tsx'
import { KindMark, PriorityMark, StatusTag } from './issue-marks.tsx'
import { issueMessages, issueWords } from './messages.ts'

const pageSize = 100

type Props = { filter: ListQuery; searchOf: (id: number) => Record<string, string | undefined> }

/** All feedback by status, most urgent first. Cards are moved by dragging or by their menu. */
export function IssueBoard({ filter, searchOf }: Props) {
  const [dragged, setDragged] = useState<IssueItem | null>(null)
  const move = useMoving()
  return (
    <div className={css.board}>
      {issueStatuses.map(status => (
        <Column
          key={status}
          status={status}
          filter={filter}
          searchOf={searchOf}
          dragged={dragged}
          onDrag={setDragged}
          onMove={move}
        />
      ))}
    </div>
  )
}

type Move = (issue: IssueItem, status: IssueStatus) => void

function useMoving(): Move {
  const t = useT(issueMessages)
  const word = useT(issueWords)
  async function move(issue: IssueItem, status: IssueStatus) {
    const saved = await setIssue(issue, { status })
    if (!saved) return
    const action = { label: t('undo'), run: () => void setIssue(saved, { status: issue.status }) }
    const text = t('moved', { title: issue.title, status: word(status) })
    notify({ id: `issue-moved-${issue.id}`, kind: 'success', text, action })
  }
  return (issue, status) => void move(issue, status)
}

type ColumnProps = Props & {
  status: IssueStatus
  dragged: IssueItem | null
  onDrag: (issue: IssueItem | null) => void
  onMove: Move
}

function Column({ status, filter, searchOf, dragged, onDrag, onMove }: ColumnProps) {
  const t = useT(issueMessages)
  const word = useT(issueWords)
  const isAtWork = status === 'open' || status === 'processing'
  const query = {
    ...filter,
    scope: 'all' as const,
    status,
    pageSize,
    sort: isAtWork ? 'priority' : '-updated_at',
  } as const
  const { data, error, refetch } = useQuery(issuesOptions(query))
  const [isOver, setIsOver] = useState(false)
  const takes = dragged?.next.includes(status) ?? false
  const shown = data?.items.length ?? 0
  return (
    <section
      className={css.column}
      aria-label={word(status)}
      data-takes={takes}
      data-over={takes && isOver}
      onDragOver={event => {
        if (!takes) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={event => {
        if (!event.currentTarget.contains(event.relatedTarget as Node)) setIsOver(false)
      }}
      onDrop={event => {
        event.preventDefault()
        setIsOver(false)
        if (dragged && takes) onMove(dragged, status)
        onDrag(null)
      }}
    >
      <header className="row spread below-3 pad-x-2">
        <StatusTag status={status} />
        <b className="plain faint">{data?.total ?? '–'}</b>
      </header>
      {!data && error && (
        <Failure isWhole onRetry={() => void refetch()}>
          {errorText(error)}
        </Failure>
      )}
      {!data && !error && <div className={css.bone} role="status" aria-busy aria-label={t('loading')} />}
      {data && shown === 0 && (
        <p className="pad-x-2 pad-y-3 small faint">
          {takes ? t('dropHere', { status: word(status) }) : t('emptyColumn')}
        </p>
      )}
      <ul className="grid gap-3">
        {data?.items.map(issue => (
          <li key={issue.id}>
            <Card issue={issue} search={searchOf(issue.id)} onDrag={onDrag} onMove={onMove} />
          </li>
        ))}
      </ul>
      {data && data.total > shown && (
        <p className="pad-x-2 pad-y-3 small faint">{t('shownOf', { shown, total: data.total })}</p>
      )}
    </section>
  )
}

type CardProps = {
  issue: IssueItem
  search: Record<string, string | undefined>
  onDrag: (issue: IssueItem | null) => void
  onMove: Move
}

function Card({ issue, search, onDrag, onMove }: CardProps) {
  const t = useT(issueMessages)
  const word = useT(issueWords)
  const mayMove = issue.next.length > 0
  return (
    <article
      className={css.card}
      draggable={mayMove}
      onDragStart={event => {
        event.dataTransfer.setData('text/plain', String(issue.id))
        event.dataTransfer.effectAllowed = 'move'
        onDrag(issue)
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className={css.cardHead}>
        <KindMark kind={issue.kind} />
        <PageLink to="issue" search={search} className={css.cardTitle} title={issue.title} draggable={false}>
          {issue.title}
        </PageLink>
        {mayMove && (
          <Dropdown
            trigger={['click']}
            placement="bottomRight"
            menu={{
              items: issue.next.map(status => ({ key: status, label: word(status) })),
              onClick: ({ key }) => onMove(issue, key as IssueStatus),
            }}
          >
            <Button
              size="small"
              type="text"
              icon={<Ellipsis size={14} aria-hidden />}
              aria-label={t('move', { title: issue.title })}
              aria-haspopup="menu"
            />
          </Dropdown>
        )}
      </div>
      <div className={css.cardFoot}>
        <span>#{issue.id}</span>
        <PriorityMark priority={issue.priority} />
        <Counts issue={issue} />
        <span className="inline-row push gap-3">
          {formatDay(issue.updated_at)}
          {issue.assignee && (
            <span title={`${t('assignee')}: ${issue.assignee.name}`}>
              <Avatar name={issue.assignee.name} size={20} />
              <span className="visually-hidden">{`${t('assignee')}: ${issue.assignee.name}`}</span>
            </span>
          )}
        </span>
      </div>
    </article>
  )
}
