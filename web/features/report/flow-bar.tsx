import { Button, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import type { Report, ReportAct } from '#contract/report.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText, setFailureHandler } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { flowMessages } from './flow-messages.ts'
import { moveReport, reportCalls } from './report-calls.ts'

/** Actions that move a report forward come first, and only they are primary. */
const order: readonly ReportAct[] = ['publish', 'submit', 'return', 'correct', 'withdraw', 'unarchive', 'archive']
const forward: readonly ReportAct[] = ['publish', 'submit']
const doneMessages = {
  submit: 'submitted',
  return: 'returned',
  publish: 'published',
  archive: 'archived',
  unarchive: 'unarchived',
  correct: 'corrected',
  withdraw: 'withdrawn',
} as const

type Props = { report: Report; onMoved?: (report: Report) => void }

/** Buttons for the next statuses that this user can give the report. */
export function FlowBar({ report, onMoved }: Props) {
  const t = useT(flowMessages)
  const [act, setAct] = useState<ReportAct | null>(null)
  const acts = order.filter(each => report.acts.includes(each))
  return (
    <>
      {acts.map(each => (
        <Button
          key={each}
          type={forward.includes(each) ? 'primary' : 'default'}
          title={t(`${each}Text`)}
          onClick={() => setAct(each)}
        >
          {t(each)}
        </Button>
      ))}
      {act && <ActDialog report={report} act={act} onClose={() => setAct(null)} onMoved={onMoved} />}
    </>
  )
}

type DialogProps = { report: Report; act: ReportAct; onClose: () => void; onMoved: Props['onMoved'] }

/** Explains the effect of the action and takes a comment; returning a report requires one. */
function ActDialog({ report, act, onClose, onMoved }: DialogProps) {
  const t = useT(flowMessages)
  const id = useId()
  const [comment, setComment] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const isNeeded = act === 'return'
  const hasComment = act === 'submit' || act === 'return' || act === 'publish'

  async function run() {
    if (isBusy) return
    if (isNeeded && !comment.trim()) return setFault(t('commentNeeded'))
    setIsBusy(true)
    try {
      const moved = await moveReport(report.id, { act, comment: comment.trim(), rev: report.rev })
      notifySuccess(t(doneMessages[act]))
      onClose()
      onMoved?.(moved)
    } catch (error) {
      setIsBusy(false)
      if (!(error instanceof ApiError && error.status === 409)) return setFault(errorText(error))
      setFailureHandler(error, t('stale'))
      onClose()
      await reportCalls.reload()
    }
  }

  return (
    <Modal
      open
      title={t(act)}
      okText={t(act)}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <p>{t(`${act}Text`)}</p>
      {hasComment && (
        <div className="grid gap-2 above-4">
          <label htmlFor={id}>{t(isNeeded ? 'comment' : 'commentOptional')}</label>
          <Input.TextArea
            id={id}
            autoFocus
            value={comment}
            maxLength={5_000}
            autoSize={{ minRows: 3, maxRows: 10 }}
            status={fault ? 'error' : ''}
            aria-invalid={fault !== ''}
            onChange={event => setComment(event.target.value)}
          />
        </div>
      )}
      {fault && <Failure>{fault}</Failure>}
    </Modal>
  )
}
