import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { Upload } from '#contract/upload.api.ts'
import { listConversation } from '#contract/upload-mail.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './view.module.css'
import { viewMessages } from './view-messages.ts'

/** The thread of a message, the oldest first. */
export function Conversation({ upload }: { upload: Upload }) {
  const t = useT(viewMessages)
  const { data, error, refetch } = useQuery(endpointQuery(listConversation, { params: { id: upload.id } }))
  if (error && !data)
    return (
      <Failure onRetry={() => void refetch()}>
        {t('conversationFailed')} {errorText(error)}
      </Failure>
    )
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />
  return (
    <>
      {data.mail && (
        <p className="small quiet break below-4">
          {[data.mail.mailbox_name, data.mail.to_text].filter(Boolean).join(' · ')}
        </p>
      )}
      <ol className={css.thread}>
        {data.messages.map(message => (
          <li key={message.upload_id} aria-current={message.upload_id === upload.id || undefined}>
            <div className="row wrap spread gap-x-5">
              <span className="break">
                {message.from_name || message.from_address}
                {message.upload_id === upload.id && <span className="faint"> · {t('thisMessage')}</span>}
              </span>
              <span className="small faint">{message.sent_at === null ? '' : formatInstant(message.sent_at)}</span>
            </div>
            <div className="break">
              {message.upload_id === upload.id ? (
                message.title
              ) : (
                <PageLink to="upload" search={{ id: message.upload_id }}>
                  {message.title}
                </PageLink>
              )}
            </div>
          </li>
        ))}
      </ol>
      {data.messages.length < 2 && <p className={css.none}>{t('conversationOne')}</p>}
    </>
  )
}
