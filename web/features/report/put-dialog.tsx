import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Input, Modal, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { createReport, getReport, listReports, updateReport } from '#contract/report.api.ts'
import type { ReportBlock } from '#contract/report-body.ts'
import { cutText } from '#contract/text.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { endpointQuery, errorText, refresh } from '#web/platform/query.ts'
import { onSessionEnd } from '#web/platform/session.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { quoteMessages } from './quote-messages.ts'

/** Placeholder id of a new report. */
const fresh = 0
/** Remembers the last report: several passages and facts usually go into one. */
let lastReport = fresh
onSessionEnd(() => {
  lastReport = fresh
})

type Props = {
  heading: string
  act: string
  done: string
  /** The proposed title of a new report. */
  title: string
  /** A preview of the inserted content. */
  children: ReactNode
  make: () => ReportBlock
  onClose: () => void
}

/** Appends a block to a draft, or creates a report with it. */
export function PutDialog({ heading, act, done, title: proposed, children, make, onClose }: Props) {
  const t = useT(quoteMessages)
  const go = useGo()
  const [chosen, setChosen] = useState(lastReport)
  const [title, setTitle] = useState(() => cutText(proposed, 300))
  const [keyword, setKeyword] = useState('')
  const query = { status: ['draft' as const], sort: '-updated_at' as const, pageSize: 20, ...(keyword && { keyword }) }
  const drafts = useQuery(endpointQuery(listReports, { query }))
  const offers = (drafts.data?.items ?? []).filter(report => report.can.includes('update'))
  // The last report might be published or deleted.
  const reportId = offers.some(({ id }) => id === chosen) || keyword !== '' ? chosen : fresh
  const saving = useMutation({
    mutationFn: async () => {
      const id = reportId || (await call(createReport, { body: { title } })).id
      // A retry after a failure uses the report that was created.
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
        <Failure>
          {t('failed')} {errorText(saving.error)}
        </Failure>
      )}
    </Modal>
  )
}
