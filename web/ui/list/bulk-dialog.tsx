import { Alert, Modal } from 'antd'
import { useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { translate, useT } from '#web/platform/i18n.ts'
import { notify, notifySuccess } from '#web/platform/notice.ts'
import { errorText, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import type { BulkAct, BulkResult, BulkTarget } from './list-config.ts'
import { listMessages } from './messages.ts'

type Props = {
  act: BulkAct
  target: BulkTarget
  isEstimated: boolean
  onClose: () => void
  onDone: () => void
}

const undoLivesMs = 10_000

/**
 * Shows action and number of records for confirmation. If the number of matches has changed meanwhile, it shows the new
 * one for another confirmation.
 */
export default function BulkDialog({ act, target: first, isEstimated, onClose, onDone }: Props) {
  const t = useT(listMessages)
  const [target, setTarget] = useState(first)
  const [value, setValue] = useState<unknown>(null)
  const [isRunning, setIsRunning] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [before, setBefore] = useState<number | null>(null)
  const { Form, Trial } = act
  const isAll = 'filter' in target
  const count = isAll ? target.expected : target.ids.length

  async function run() {
    setIsRunning(true)
    setFault(null)
    try {
      report(act, await act.run(target, value))
      onDone()
    } catch (error) {
      const matching = isAll ? countNow(error) : undefined
      if (matching === undefined) setFault(errorText(error))
      else {
        setBefore(count)
        setTarget({ ...target, expected: matching } as BulkTarget)
      }
    } finally {
      setIsRunning(false)
    }
  }

  const isAbout = isEstimated && before === null
  const text = isAll ? t(isAbout ? 'bulkOnAllAbout' : 'bulkOnAll', { count }) : t('bulkOn', { count })
  return (
    <Modal
      open
      title={act.label}
      okText={isAbout ? act.label : t('bulkGo', { label: act.label, count })}
      cancelText={t('cancel')}
      okButtonProps={{ danger: act.isDanger === true, disabled: (Form !== undefined && value === null) || count === 0 }}
      confirmLoading={isRunning}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <div className="stack gap-4">
        {before !== null && (
          <Alert type="warning" showIcon title={t('bulkCountChanged', { count, before })} role="alert" />
        )}
        {fault && <Failure>{fault}</Failure>}
        {before === null && <p>{text}</p>}
        {act.explain && <p>{act.explain}</p>}
        {Form && <Form value={value} onChange={setValue} />}
        {Trial && <Trial target={target} value={value} />}
      </div>
    </Modal>
  )
}

/** The present number of matches, if that is the reason of the server's refusal. */
function countNow(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const reported = (error.data as { count?: unknown } | null | undefined)?.count
  if (typeof reported === 'number') return reported
  // The message contains the number in either language.
  const text = /\d+/.exec(error.message)?.[0]
  return text === undefined ? undefined : Number(text)
}

function report(act: BulkAct, { done, refused, ids }: BulkResult): void {
  const t = translate(listMessages)
  if (done === 0) {
    notify({ kind: 'warning', text: t('bulkNone', { count: refused }) })
    return
  }
  const text = [act.done(done), ...(refused > 0 ? [t('bulkRefused', { count: refused })] : [])].join(' ')
  const { undo } = act
  const takeBack = async () => {
    try {
      await undo?.(ids ?? [])
      notifySuccess(t('undone'))
    } catch (error) {
      showError(error)
    }
  }
  notify({
    kind: refused > 0 ? 'warning' : 'success',
    text,
    ...(undo && ids && { action: { label: t('undo'), run: () => void takeBack() }, durationMs: undoLivesMs }),
  })
}
