import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Popconfirm, Skeleton } from 'antd'
import { useState } from 'react'
import type { Report } from '#contract/report.api.ts'
import { getReportVersion } from '#contract/report-version.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, setFailureHandler, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { BodyView } from '../body/body-view.tsx'
import { bringVersionBack, reportCalls } from '../report-calls.ts'
import css from './work.module.css'
import { workMessages } from './work-messages.ts'

type Props = { report: Report; number: number; mayRestore: boolean; onClose: () => void }

/** One saved version, and the button that restores it. */
export default function VersionDialog({ report, number, mayRestore, onClose }: Props) {
  const t = useT(workMessages)
  const [isBusy, setIsBusy] = useState(false)
  const { data, isError } = useQuery({
    ...endpointQuery(getReportVersion, { params: { id: report.id, number } }),
  })

  async function restore() {
    setIsBusy(true)
    try {
      await bringVersionBack(report, number)
      notifySuccess(t('restored', { number: String(number) }))
      onClose()
    } catch (error) {
      setIsBusy(false)
      if (!(error instanceof ApiError && error.status === 409)) return showError(error)
      setFailureHandler(error, t('stale'))
      await reportCalls.reload()
    }
  }

  return (
    <Modal
      open
      title={t('version', { number: String(number) })}
      width="min(880px, calc(100vw - 32px))"
      onCancel={onClose}
      footer={
        <>
          {mayRestore && data && (
            <Popconfirm
              title={t('restore')}
              description={t('restoreText')}
              okText={t('restore')}
              cancelText={t('cancel')}
              onConfirm={() => void restore()}
            >
              <Button loading={isBusy && { delay: 200 }}>{t('restore')}</Button>
            </Popconfirm>
          )}
          <Button onClick={onClose}>{t('close')}</Button>
        </>
      }
    >
      {isError && <Failure>{t('failed')}</Failure>}
      {!data && !isError && (
        <div role="status" aria-busy aria-label={t('loading')}>
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      )}
      {data && (
        <div className={css.versionText}>
          <p className="small faint">
            {formatInstant(data.saved_at)} · {data.saved_by?.name ?? t('someone')}
          </p>
          <h2>{data.title}</h2>
          {data.summary && <p className={css.content}>{data.summary}</p>}
          <BodyView body={data.body} />
        </div>
      )}
    </Modal>
  )
}
