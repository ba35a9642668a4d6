import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { type DraftedEntity, getAssistantDraft, settleAssistantDraft } from '#contract/assistant.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { errorText, refresh } from '#web/platform/query.ts'
import css from './assistant-note.module.css'
import { assistantMessages } from './messages.ts'
import { StrikeReasonText } from './strike-reason.tsx'

type Props = { noun: DraftedEntity; id: number }

/** Above a record that an assistant drafted: who drafted it, and the sentences without support. */
export function AssistantNote({ noun, id }: Props) {
  const t = useT(assistantMessages)
  const [isBusy, setIsBusy] = useState(false)
  const { data: draft } = useQuery({
    queryKey: ['assistant', noun, id],
    queryFn: () => call(getAssistantDraft, { query: { noun, record_id: String(id) } }),
  })
  if (!draft) return null
  const { struck, token, is_model: isModel } = draft

  async function settle(draftId: number) {
    setIsBusy(true)
    try {
      await call(settleAssistantDraft, { params: { id: draftId } })
      await refresh('assistant')
      notifySuccess(t('settled'))
    } catch (error) {
      notifyError(errorText(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Alert
      className={css.note}
      type={struck.length > 0 ? 'warning' : 'info'}
      role="note"
      title={t(isModel ? 'draftedByModel' : 'drafted', { token })}
      description={
        <>
          <p>{struck.length > 0 ? t('someStruck', { count: struck.length }) : t('allFound')}</p>
          {struck.length > 0 && (
            <ul className={css.struck}>
              {struck.map(({ text, reason, value }) => (
                <li key={text}>
                  <del>{text}</del>
                  <span className="small faint">
                    <StrikeReasonText reason={reason} value={value} />
                  </span>
                </li>
              ))}
            </ul>
          )}
          {struck.length > 0 && draft.can_settle && (
            <Button size="small" loading={isBusy} onClick={() => void settle(draft.id)}>
              {t('settle')}
            </Button>
          )}
        </>
      }
    />
  )
}
