import { InputNumber, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { fetchPast, listPageArchives, type PastSpan, pastSpans } from '#contract/page-archive.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, errorText, queryClient } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { archiveMessages } from './archive-messages.ts'
import css from './site.module.css'

const firstYear = 1990
const lastYear = 2200

/** Starts to fetch captures of the site's pages from the web archive. */
export default function PastDialog({ ogId, host, onClose }: { ogId: number; host: string; onClose: () => void }) {
  const t = useT(archiveMessages)
  const id = useId()
  const [captures, setCaptures] = useState<number | null>(12)
  const [span, setSpan] = useState<PastSpan>('month')
  const [from, setFrom] = useState<number | null>(null)
  const [to, setTo] = useState<number | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState('')

  async function start() {
    setIsBusy(true)
    setFault('')
    try {
      const years = { ...(from !== null && { from_year: from }), ...(to !== null && { to_year: to }) }
      await call(fetchPast, { params: { id: ogId }, body: { captures: captures ?? 1, span, ...years } })
      notifySuccess(t('pastStarted'))
      onClose()
      await queryClient.invalidateQueries({
        queryKey: endpointQuery(listPageArchives, { params: { id: ogId } }).queryKey,
      })
    } catch (error) {
      setFault(errorText(error))
    }
    setIsBusy(false)
  }
  const year = (name: 'pastFrom' | 'pastTo', value: number | null, set: (value: number | null) => void) => (
    <div className="stack gap-2">
      <label htmlFor={`${id}${name}`}>{t(name)}</label>
      <InputNumber id={`${id}${name}`} value={value} min={firstYear} max={lastYear} precision={0} onChange={set} />
    </div>
  )
  return (
    <Modal
      open
      title={t('pastTitle', { host })}
      okText={t('pastStart')}
      cancelText={t('cancel')}
      okButtonProps={{ loading: isBusy, disabled: captures === null }}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <div className="stack gap-4">
        <p className="quiet">{t('pastAbout')}</p>
        <div className={css.pastFields}>
          <div className="stack gap-2">
            <label htmlFor={`${id}captures`}>{t('pastCaptures')}</label>
            <InputNumber
              id={`${id}captures`}
              value={captures}
              min={1}
              max={60}
              precision={0}
              onChange={value => setCaptures(value)}
            />
          </div>
          <div className="stack gap-2">
            <label htmlFor={`${id}span`}>{t('pastSpan')}</label>
            <Select<PastSpan>
              id={`${id}span`}
              value={span}
              options={pastSpans.map(value => ({ value, label: t(`span_${value}`) }))}
              onChange={setSpan}
            />
          </div>
          {year('pastFrom', from, setFrom)}
          {year('pastTo', to, setTo)}
        </div>
        {fault && <Failure>{fault}</Failure>}
      </div>
    </Modal>
  )
}
