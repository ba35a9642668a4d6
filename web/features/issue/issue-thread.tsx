import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { IssueComment, ThreadEntry } from '#contract/issue.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLeaveGuard } from '#web/platform/page.tsx'
import { errorText, showError } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './drawer.module.css'
import { saveComment, sendComment, threadOptions } from './issue-calls.ts'
import { issueFormMessages, issueMessages, issueWords } from './messages.ts'

const longest = 10_000

/** Comments and changes, oldest first, with a field for a new comment. */
export function IssueThread({ id, mayComment }: { id: number; mayComment: boolean }) {
  const t = useT(issueMessages)
  const { data, error, refetch } = useQuery(threadOptions(id))
  if (!data && error)
    return (
      <Failure isWhole onRetry={() => void refetch()}>
        {errorText(error)}
      </Failure>
    )
  return (
    <>
      {data?.items.length === 0 && !mayComment && <p className="faint">{t('noThread')}</p>}
      <ol className={css.thread}>
        {data?.items.map(entry => (
          <li key={`${entry.type} ${entry.id} ${entry.type === 'change' ? entry.field : ''}`}>
            {entry.type === 'comment' ? <Comment issueId={id} comment={entry} /> : <ChangeLine change={entry} />}
          </li>
        ))}
      </ol>
      {mayComment && <CommentBox label={t('commentPlaceholder')} send={text => sendComment(id, text)} />}
    </>
  )
}

function Comment({ issueId, comment }: { issueId: number; comment: IssueComment }) {
  const t = useT(issueMessages)
  const [isEditing, setIsEditing] = useState(false)
  return (
    <article className={css.comment}>
      <header className="row wrap gap-x-3 below-2">
        <Avatar name={comment.author.name} size={20} />
        <b>{comment.author.name || t('gone')}</b>
        <time className="small faint" dateTime={comment.at}>
          {formatInstant(comment.at)}
        </time>
        {comment.edited_at && <small title={formatInstant(comment.edited_at)}>{t('edited')}</small>}
        {comment.can.includes('update') && !isEditing && (
          <Button size="small" type="text" aria-label={t('editComment')} onClick={() => setIsEditing(true)}>
            {t('edit')}
          </Button>
        )}
      </header>
      {isEditing ? (
        <CommentBox
          label={t('editComment')}
          initial={comment.text}
          onCancel={() => setIsEditing(false)}
          send={async text => {
            await saveComment(issueId, comment, text)
            setIsEditing(false)
          }}
        />
      ) : (
        <p className="readable prose">{comment.text}</p>
      )}
    </article>
  )
}

type BoxProps = { label: string; initial?: string; send: (text: string) => Promise<void>; onCancel?: () => void }

/** The draft stays until it is sent; Ctrl or Cmd with Enter sends. */
function CommentBox({ label, initial = '', send, onCancel }: BoxProps) {
  const t = useT(issueMessages)
  const id = useId()
  const [text, setText] = useState(initial)
  const [isBusy, setIsBusy] = useState(false)
  const isEmpty = text.trim() === ''
  useLeaveGuard(() => text.trim() !== initial.trim())

  async function submit() {
    if (isEmpty || isBusy) return
    setIsBusy(true)
    try {
      await send(text)
      setText(initial)
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="grid gap-3">
      <Input.TextArea
        id={id}
        aria-label={label}
        placeholder={label}
        autoSize={{ minRows: 2, maxRows: 12 }}
        maxLength={longest}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
          event.preventDefault()
          void submit()
        }}
      />
      <div className="flex to-end gap-3">
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        <Button type="primary" disabled={isEmpty} loading={isBusy && { delay: 200 }} onClick={() => void submit()}>
          {onCancel ? t('save') : t('send')}
        </Button>
      </div>
    </div>
  )
}

type ThreadChange = Extract<ThreadEntry, { type: 'change' }>

/** One change as a sentence. */
function ChangeLine({ change }: { change: ThreadChange }) {
  const t = useT(issueMessages)
  return (
    <p className={css.change}>
      <b>{change.author.name || t('gone')}</b> <ChangeWords change={change} />{' '}
      <time className="faint" dateTime={change.at}>
        {formatInstant(change.at)}
      </time>
    </p>
  )
}

function ChangeWords({ change: { field, from, to } }: { change: ThreadChange }): ReactNode {
  const t = useT(issueMessages)
  const form = useT(issueFormMessages)
  const word = useT(issueWords)
  if (field === 'assignee') return to === null ? t('unassigned') : t('assignedTo', { to })
  if (field === 'title') return t('changedTo', { field: t('titleField'), from: from ?? '', to: to ?? '' })
  if (field === 'content' || field === 'page') return t('changed', { field: t(field) })
  const name = (field === 'status' ? t('status') : form(field)).toLowerCase()
  return t('changedTo', { field: name, from: word(from as 'open'), to: word(to as 'open') })
}
