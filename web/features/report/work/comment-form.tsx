import { Button, Input } from 'antd'
import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { createReportComment, type ReportComment } from '#contract/report-work.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLeaveGuard } from '#web/platform/page.tsx'
import { showError } from '#web/platform/query.ts'
import { reportCalls } from '../report-calls.ts'
import css from './work.module.css'
import { workMessages } from './work-messages.ts'

type Props = {
  reportId: number
  replyTo?: ReportComment
  /** The current selection in the text. */
  selected: string
  onDone?: () => void
}

/**
 * A comment or a reply; the selected words of the text can be quoted. A comment that could not be sent stays in the
 * field.
 */
export function CommentForm({ reportId, replyTo, selected, onDone }: Props) {
  const t = useT(workMessages)
  const [content, setContent] = useState('')
  const [quote, setQuote] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useLeaveGuard(() => content.trim() !== '')

  async function send() {
    if (isBusy || !content.trim()) return
    setIsBusy(true)
    try {
      const body = { content: content.trim(), ...(quote && { quote }), ...(replyTo && { reply_to: replyTo.id }) }
      await call(createReportComment, { params: { id: reportId }, body })
      setContent('')
      setQuote(null)
      await reportCalls.reload()
      onDone?.()
    } catch (error) {
      showError(error)
    } finally {
      setIsBusy(false)
    }
  }

  function press(event: KeyboardEvent) {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isSend || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }

  const name = replyTo ? t('replyHint', { name: replyTo.author?.name ?? t('someone') }) : t('write')
  return (
    <div className={css.form}>
      {quote && (
        <div className={css.quoting}>
          <span>{quote}</span>
          <Button
            type="text"
            size="small"
            icon={<X size={12} aria-hidden />}
            aria-label={t('unquote')}
            onClick={() => setQuote(null)}
          />
        </div>
      )}
      <Input.TextArea
        aria-label={name}
        value={content}
        maxLength={5_000}
        autoSize={{ minRows: 2, maxRows: 10 }}
        placeholder={replyTo ? name : t('writeHint', { key: 'Ctrl+Enter' })}
        onChange={event => setContent(event.target.value)}
        onKeyDown={press}
      />
      <div className="flex to-end gap-3">
        {!replyTo && (
          <Button size="small" disabled={!selected} onClick={() => setQuote(selected)}>
            {t('quoteSelection')}
          </Button>
        )}
        <Button size="small" disabled={!content.trim()} loading={isBusy && { delay: 200 }} onClick={() => void send()}>
          {t('send')}
        </Button>
      </div>
    </div>
  )
}
