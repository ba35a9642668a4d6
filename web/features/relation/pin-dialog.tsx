import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { createAttachment } from '#contract/attachment.api.ts'
import { createReport, getReport, listReports, updateReport } from '#contract/report.api.ts'
import { call, upload } from '#web/platform/api.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { endpointQuery, refresh } from '#web/platform/query.ts'
import type { Graph } from './graph.ts'
import { relationMessages } from './messages.ts'
import { blocksOf, rowsAtMost } from './report-blocks.ts'
import type { GraphWords } from './use-words.ts'

type Props = {
  graph: Graph
  words: GraphWords
  root: string
  picture: () => Promise<Blob | undefined>
  onClose: () => void
}

/** Placeholder id of a new report. */
const fresh = 0

/** Adds the visible graph to a draft report: the picture as an attachment, and each link with its two records. */
export function PinDialog({ graph, words, root, picture, onClose }: Props) {
  const t = useT(relationMessages)
  const go = useGo()
  const name = words.nameOf(root)
  const [reportId, setReportId] = useState(fresh)
  const [title, setTitle] = useState(() => t('pinTitle', { name }))
  const [keyword, setKeyword] = useState('')
  const query = { status: ['draft' as const], sort: '-updated_at' as const, pageSize: 20, ...(keyword && { keyword }) }
  const drafts = useQuery(endpointQuery(listReports, { query }))
  const saving = useMutation({
    mutationFn: async () => {
      const blob = await picture()
      if (!blob) throw new Error('no picture')
      const heads = [t('from'), t('type'), t('to'), t('time')]
      const note = t('pinNote', {
        date: now().toISOString().slice(0, 10),
        nodes: graph.nodes.length,
        links: graph.edges.length,
        rows: Math.min(graph.edges.length, rowsAtMost),
      })
      const id = reportId || (await call(createReport, { body: { title } })).id
      // A retry after a failure uses the report that was created.
      setReportId(id)
      const file = new File([blob], `${name || root}.png`, { type: 'image/png' })
      const query = { noun: 'report' as const, record_id: String(id) }
      const { id: attachment_id } = await upload(createAttachment, file, { query })
      // Read after the upload of the picture, so that other users' changes meanwhile are retained.
      const { body, rev } = await call(getReport, { params: { id } })
      const added = blocksOf(graph, words, { attachment_id, title, note, heads })
      await call(updateReport, {
        params: { id },
        body: { rev, body: { ...body, content: [...body.content, ...added] } },
      })
      await refresh('report')
      return id
    },
    onSuccess: id => {
      notifySuccess(t('pinned'))
      onClose()
      go('report_detail', { params: { id } })
    },
  })
  const offers = (drafts.data?.items ?? []).filter(report => report.can.includes('update'))
  return (
    <Modal
      open
      title={t('pin')}
      okText={t('pinAct')}
      cancelText={t('cancel')}
      confirmLoading={saving.isPending}
      okButtonProps={{ disabled: title.trim() === '' }}
      onOk={() => saving.mutate()}
      onCancel={onClose}
      width={480}
    >
      <Form layout="vertical">
        <Form.Item label={t('pinReport')}>
          <Select
            aria-label={t('pinReport')}
            value={reportId}
            onChange={setReportId}
            loading={drafts.isFetching}
            showSearch={{ filterOption: false, onSearch: setKeyword }}
            options={[
              { value: fresh, label: t('pinNew') },
              ...offers.map(({ id, number, title }) => ({ value: id, label: `${number} ${title}` })),
            ]}
          />
        </Form.Item>
        <Form.Item label={t('title')}>
          <Input
            aria-label={t('title')}
            value={title}
            maxLength={300}
            onChange={event => setTitle(event.target.value)}
          />
        </Form.Item>
      </Form>
      <Alert type="info" title={t('pinWarning')} />
    </Modal>
  )
}
