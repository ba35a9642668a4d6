import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Input, Modal, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { createReport, getReport, listReports, updateReport } from '#contract/report.ts'
import type { ReportBlock } from '#contract/report-body.ts'
import { cutText } from '#contract/text.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { ask, errorText, refresh } from '#web/platform/query.ts'
import { onSessionEnd } from '#web/platform/session.ts'
import { quoteMessages } from './quote-messages.ts'

/** Stands for a report that is to be made. */
const fresh = 0
/** Several passages and facts mostly go into one report. */
let lastReport = fresh
onSessionEnd(() => {
  lastReport = fresh
})

type Props = {
  heading: string
  act: string
  done: string
  /** What a new report is called, unless somebody says otherwise. */
  title: string
  /** What is put there, as it is read. */
  children: ReactNode
  make: () => ReportBlock
  onClose: () => void
}

/** Puts a block at the end of a draft, or begins a report with it. */
export function PutDialog({ heading, act, done, title: proposed, children, make, onClose }: Props) {
  const t = useT(quoteMessages)
  const go = useGo()
  const [chosen, setChosen] = useState(lastReport)
  const [title, setTitle] = useState(() => cutText(proposed, 300))
  const [keyword, setKeyword] = useState('')
  const query = { status: ['draft' as const], sort: '-updated_at' as const, pageSize: 20, ...(keyword && { keyword }) }
  const drafts = useQuery(ask(listReports, { query }))
  const offers = (drafts.data?.items ?? []).filter(report => report.can.includes('update'))
  // The one of last time may be published or gone.
  const reportId = offers.some(({ id }) => id === chosen) || keyword !== '' ? chosen : fresh
  const saving = useMutation({
    mutationFn: async () => {
      const id = reportId || (await call(createReport, { body: { title } })).id
      // A second try after a failure goes into the one that was made.
      lastReport = id
      const { body, rev } = await call(getReport, { params: { id } })
      const content = [...body.content, make(), { type: 'paragraph' as const }]
      await call(updateReport, { params: { id }, body: { rev, body: { ...body, content } } })
      await refresh('report')
      return id
    },
    onSuccess: id => {
      const action = { label: t('open'), run: () => go('report_detail', { params: { id } }) }
      notify({ kind: 'success', text: done, action, durationMs: 8_000 })
      onClose()
    },
    onError: () => setChosen(lastReport),
  })
  return (
    <Modal
      open
      title={heading}
      okText={act}
      cancelText={t('cancel')}
      confirmLoading={saving.isPending}
      okButtonProps={{ disabled: reportId === fresh && title.trim() === '' }}
      onOk={() => saving.mutate()}
      onCancel={onClose}
      width={520}
    >
      <Form layout="vertical">
        {children}
        <Form.Item label={t('report')}>
          <Select
            aria-label={t('report')}
            value={reportId}
            onChange={setChosen}
            loading={drafts.isFetching}
            showSearch={{ filterOption: false, onSearch: setKeyword }}
            options={[
              { value: fresh, label: t('fresh') },
              ...offers.map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` })),
            ]}
          />
        </Form.Item>
        {reportId === fresh && (
          <Form.Item label={t('title')}>
            <Input
              aria-label={t('title')}
              value={title}
              maxLength={300}
              onChange={event => setTitle(event.target.value)}
            />
          </Form.Item>
        )}
      </Form>
      {saving.error && (
        <p className="danger" role="alert">
          {t('failed')} {errorText(saving.error)}
        </p>
      )}
    </Modal>
  )
}
