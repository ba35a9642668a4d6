import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { type RefObject, useState } from 'react'
import { listReportComments, type ReportComment, resolveReportComment } from '#contract/report-work.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError } from '#web/platform/notice.ts'
import { endpointQuery, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { showQuote, useQuote } from '../editor/use-quote.ts'
import { reportCalls } from '../report-calls.ts'
import { CommentForm } from './comment-form.tsx'
import css from './work.module.css'
import { workMessages } from './work-messages.ts'

type Props = { reportId: number; textRef: RefObject<HTMLElement | null> }

/** Comments on a draft: threads that quote the text and are open until they are resolved. */
export function CommentPanel({ reportId, textRef }: Props) {
  const t = useT(workMessages)
  const selected = useQuote(textRef)
  const [hasResolved, setHasResolved] = useState(false)
  const { data, isError, refetch } = useQuery({
    ...endpointQuery(listReportComments, { params: { id: reportId } }),
  })
  if (isError && !data)
    return (
      <Failure isWhole onRetry={() => void refetch()}>
        {t('commentsFailed')}
      </Failure>
    )
  if (!data)
    return (
      <div role="status" aria-busy aria-label={t('commentsLoading')}>
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      </div>
    )
  const roots = data.items.filter(each => each.reply_to === null)
  const resolved = roots.filter(each => each.resolved_at !== null)
  const shown = hasResolved ? roots : roots.filter(each => each.resolved_at === null)
  const show = (quote: string) => {
    if (!showQuote(textRef.current, quote)) notifyError(t('quoteLost'))
  }
  return (
    <>
      <CommentForm reportId={reportId} selected={selected} />
      {roots.length === 0 && <p className="small faint">{t('commentsNone')}</p>}
      <ul>
        {shown.map(root => (
          <Thread
            key={root.id}
            reportId={reportId}
            root={root}
            replies={data.items.filter(each => each.reply_to === root.id)}
            onQuote={show}
          />
        ))}
      </ul>
      {resolved.length > 0 && (
        <Button type="link" size="small" onClick={() => setHasResolved(!hasResolved)}>
          {hasResolved ? t('hideResolved') : t('showResolved', { count: resolved.length })}
        </Button>
      )}
    </>
  )
}

type ThreadProps = {
  reportId: number
  root: ReportComment
  replies: readonly ReportComment[]
  onQuote: (quote: string) => void
}

function Thread({ reportId, root, replies, onQuote }: ThreadProps) {
  const t = useT(workMessages)
  const [isReplying, setIsReplying] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const isResolved = root.resolved_at !== null

  async function resolve() {
    setIsBusy(true)
    try {
      const params = { id: reportId, comment_id: root.id }
      await call(resolveReportComment, { params, body: { is_resolved: !isResolved } })
      await reportCalls.reload()
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <li className={css.thread} data-resolved={isResolved || undefined}>
      <CommentBody comment={root} onQuote={onQuote} />
      {replies.length > 0 && (
        <ul className={css.replies}>
          {replies.map(reply => (
            <li key={reply.id}>
              <CommentBody comment={reply} onQuote={onQuote} />
            </li>
          ))}
        </ul>
      )}
      {isResolved && (
        <p className="small faint">
          {t('resolvedBy', { name: root.resolved_by?.name ?? t('someone'), at: formatInstant(root.resolved_at) })}
        </p>
      )}
      <div className={css.threadActs}>
        {!isResolved && (
          <Button type="text" size="small" aria-expanded={isReplying} onClick={() => setIsReplying(!isReplying)}>
            {t('reply')}
          </Button>
        )}
        <Button type="text" size="small" disabled={isBusy} onClick={() => void resolve()}>
          {t(isResolved ? 'reopen' : 'resolve')}
        </Button>
      </div>
      {isReplying && <CommentForm reportId={reportId} replyTo={root} selected="" onDone={() => setIsReplying(false)} />}
    </li>
  )
}

function CommentBody({ comment, onQuote }: { comment: ReportComment; onQuote: (quote: string) => void }) {
  const t = useT(workMessages)
  const { author, created_at, quote, content, version, reply_to } = comment
  return (
    <>
      <div className={css.commentHead}>
        <strong>{author?.name ?? t('someone')}</strong>
        <time dateTime={created_at}>{formatInstant(created_at)}</time>
        {reply_to === null && <span>{t('onVersion', { version: String(version) })}</span>}
      </div>
      {quote && (
        <button type="button" className={css.quote} title={t('quoteText')} onClick={() => onQuote(quote)}>
          {quote}
        </button>
      )}
      <p className={css.content}>{content}</p>
    </>
  )
}
