import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { createAttachment } from '#contract/attachment.api.ts'
import { listLinkSupports } from '#contract/claim.api.ts'
import type { LinkEntity } from '#contract/registry.ts'
import type { GraphEdge } from '#contract/relation.api.ts'
import { createReport, getReport, listReports, updateReport } from '#contract/report.api.ts'
import type { ReportBlock, ReportCell, ReportInline } from '#contract/report-body.ts'
import { cutText } from '#contract/text.ts'
import { call, upload } from '#web/platform/api.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { endpointQuery, refresh } from '#web/platform/query.ts'
import { headOf, spanOf } from './drawing/bundle.ts'
import { countsOf, edgeKeyOf, type Graph, isStated } from './graph.ts'
import { relationMessages } from './messages.ts'
import type { GraphWords } from './use-words.ts'

/** Most links in a report's table: the others are only in the graph, and the line above the table reports that. */
const rowsAtMost = 200

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, '0')).join('')
const paragraph = (...content: ReportInline[]): ReportBlock => ({ type: 'paragraph', content })
const textInline = (text: string): ReportInline[] => (text ? [{ type: 'text', text }] : [])
const cell = (type: ReportCell['type'], ...content: ReportInline[]): ReportCell => ({
  type,
  content: [paragraph(...content)],
})

/**
 * A link as a cited fact: its share or role if it has one. The server adds the names of both ends and the evidence, for
 * each reader as far as it is readable.
 */
function citeOf({ kind, id, label, share }: GraphEdge): ReportInline {
  const noun = kind as LinkEntity
  const stated =
    noun === 'og_relation' && share
      ? { field: 'share', value: share }
      : noun === 'membership' && label
        ? { field: 'role', value: label }
        : { field: 'link', value: true }
  return { type: 'fact', attrs: { key: newKey(), noun, id, label: '', ...stated, at: null, cites: [] } }
}

/** Links per request. */
const requestedAtMost = 200

/** The keys of the links that have a source. */
async function findSourced(edges: readonly GraphEdge[]): Promise<Set<string>> {
  const byKind = Map.groupBy(
    edges.filter(edge => isStated(edge) && edge.id > 0).slice(0, requestedAtMost),
    edge => edge.kind as LinkEntity,
  )
  const found = await Promise.all(
    [...byKind].map(async ([noun, some]) => {
      const query = { noun, record_id: some.map(({ id }) => String(id)) }
      const { items } = await call(listLinkSupports, { query })
      return items.filter(({ origins }) => origins > 0).map(({ record_id }) => `${noun}${record_id}`)
    }),
  )
  return new Set(found.flat())
}

/** The picture of a graph with its evidence: each link with its two ends as links to their records. */
export function blocksOf(
  graph: Graph,
  words: GraphWords,
  {
    attachment_id,
    title,
    note,
    heads,
    sourced,
  }: { attachment_id: number; title: string; note: string; heads: readonly string[]; sourced: ReadonlySet<string> },
): ReportBlock[] {
  const end = (key: string): ReportInline[] => {
    const node = words.byKey.get(key)
    const attrs = node && { key: newKey(), noun: node.kind, id: node.id, label: cutText(node.name, 500) }
    return attrs ? [{ type: 'mention', attrs }] : []
  }
  // A column that no row fills would take room from the others.
  const isShown = [true, true, true, graph.edges.some(edge => spanOf(edge) !== ''), sourced.size > 0]
  const rows = graph.edges.slice(0, rowsAtMost).map(edge => {
    // Subject, role, object. The text contains no names, because all readers see it; names are links.
    const [one, other] = headOf(edge) === edge.from ? [edge.to, edge.from] : [edge.from, edge.to]
    const content = [
      cell('tableCell', ...end(one)),
      cell('tableCell', ...textInline(words.edgeName(edge))),
      cell('tableCell', ...end(other)),
      cell('tableCell', ...textInline(spanOf(edge))),
      cell('tableCell', ...(sourced.has(edgeKeyOf(edge)) ? [citeOf(edge)] : [])),
    ]
    return { type: 'tableRow' as const, content: content.filter((_, n) => isShown[n]) }
  })
  const head = {
    type: 'tableRow' as const,
    content: heads.filter((_, n) => isShown[n]).map(text => cell('tableHeader', ...textInline(text))),
  }
  return [
    { type: 'heading', attrs: { level: 2 }, content: textInline(title) },
    { type: 'image', attrs: { attachment_id, alt: cutText(title, 500), width: 100 } },
    paragraph(...textInline(note)),
    { type: 'table', content: [head, ...rows] },
    { type: 'paragraph' },
  ]
}

type Props = {
  graph: Graph
  words: GraphWords
  root: string
  /** The proposed title, if it is not that of relations. */
  title?: string
  picture: () => Promise<Blob | undefined>
  onClose: () => void
}

/** Placeholder id of a new report. */
const newReport = 0

/** Adds the visible graph to a draft report: the picture as an attachment, and each link with its two records. */
export function PinDialog({ graph, words, root, title: proposed, picture, onClose }: Props) {
  const t = useT(relationMessages)
  const go = useGo()
  const name = words.nameOf(root)
  const [reportId, setReportId] = useState(newReport)
  const [title, setTitle] = useState(() => cutText(proposed ?? t('pinTitle', { name }), 300))
  const [keyword, setKeyword] = useState('')
  const query = { status: ['draft' as const], sort: '-updated_at' as const, pageSize: 20, ...(keyword && { keyword }) }
  const drafts = useQuery(endpointQuery(listReports, { query }))
  const saving = useMutation({
    mutationFn: async () => {
      const blob = await picture()
      if (!blob) throw new Error('no picture')
      const heads = [t('from'), t('type'), t('to'), t('time'), t('source')]
      const sourced = await findSourced(graph.edges.slice(0, rowsAtMost))
      const note = t('pinNote', {
        date: now().toISOString().slice(0, 10),
        ...countsOf(graph, root),
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
      const added = blocksOf(graph, words, { attachment_id, title, note, heads, sourced })
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
              { value: newReport, label: t('pinNew') },
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
