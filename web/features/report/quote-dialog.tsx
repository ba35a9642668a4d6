import { useMutation, useQuery } from '@tanstack/react-query'
import { Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { createReport, getReport, listReports, updateReport } from '#contract/report.ts'
import type { ReportBlock } from '#contract/report-body.ts'
import { cutText } from '#contract/text.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { ask, errorText, refresh } from '#web/platform/query.ts'
import { type EvidenceAttrs, newKey } from './body/body-types.ts'
import { quoteMessages } from './quote-messages.ts'

/** Words of a page’s version, exactly as they stand there. */
export type Quotation = { version: number; words: string; title: string; url: string; at: string }

const quoteAtMost = 5_000
/** Stands for a report that is to be made. */
const fresh = 0
/** Several passages of a page mostly go into one report. */
let lastReport = fresh

/** Puts a quotation with what it rests on at the end of a draft, or begins a report with it. */
export default function QuoteDialog({ quotation, onClose }: { quotation: Quotation; onClose: () => void }) {
  const t = useT(quoteMessages)
  const go = useGo()
  const words = cutText(quotation.words, quoteAtMost)
  const [chosen, setChosen] = useState(lastReport)
  const [title, setTitle] = useState(() => cutText(quotation.title, 300))
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
      const content = [...body.content, blockOf(quotation, words), { type: 'paragraph' as const }]
      await call(updateReport, { params: { id }, body: { rev, body: { ...body, content } } })
      await refresh('report')
      return id
    },
    onSuccess: id => {
      const action = { label: t('open'), run: () => go('report_detail', { params: { id } }) }
      notify({ kind: 'success', text: t('quoted'), action, durationMs: 8_000 })
      onClose()
    },
    onError: () => setChosen(lastReport),
  })
  return (
    <Modal
      open
      title={t('quote')}
      okText={t('quoteAct')}
      cancelText={t('cancel')}
      confirmLoading={saving.isPending}
      okButtonProps={{ disabled: reportId === fresh && title.trim() === '' }}
      onOk={() => saving.mutate()}
      onCancel={onClose}
      width={520}
    >
      <Form layout="vertical">
        <Form.Item label={t('words')} extra={words.length < quotation.words.length ? t('cut') : undefined}>
          <Input.TextArea aria-label={t('words')} value={words} readOnly autoSize={{ minRows: 2, maxRows: 8 }} />
        </Form.Item>
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

function blockOf({ version, title, url, at }: Quotation, words: string): ReportBlock {
  const attrs: EvidenceAttrs = {
    key: newKey(),
    noun: 'page_version',
    id: version,
    quote: words,
    title: cutText(title, 500),
    url: cutText(url, 2_000),
    at,
  }
  return { type: 'evidence', attrs }
}
