import type { ReportBlock, ReportCell, ReportInline } from '#contract/report-body.ts'
import { cutText } from '#contract/text.ts'
import { headOf, spanOf } from './drawing/bundle.ts'
import type { Graph } from './graph.ts'
import type { GraphWords } from './use-words.ts'

/** Most links in a report's table: the others are only in the graph, and the line above the table reports that. */
export const rowsAtMost = 200

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), byte => byte.toString(16).padStart(2, '0')).join('')
const paragraph = (...content: ReportInline[]): ReportBlock => ({ type: 'paragraph', content })
const textInline = (text: string): ReportInline[] => (text ? [{ type: 'text', text }] : [])
const cell = (type: ReportCell['type'], ...content: ReportInline[]): ReportCell => ({
  type,
  content: [paragraph(...content)],
})

/** The picture of a graph with its evidence: each link with its two ends as links to their records. */
export function blocksOf(
  graph: Graph,
  words: GraphWords,
  {
    attachment_id,
    title,
    note,
    heads,
  }: { attachment_id: number; title: string; note: string; heads: readonly string[] },
): ReportBlock[] {
  const end = (key: string): ReportInline[] => {
    const node = words.byKey.get(key)
    const attrs = node && { key: newKey(), noun: node.kind, id: node.id, label: cutText(node.name, 500) }
    return attrs ? [{ type: 'mention', attrs }] : []
  }
  const rows = graph.edges.slice(0, rowsAtMost).map(edge => {
    // Subject, role, object. The text contains no names, because all readers see it; names are links.
    const [one, other] = headOf(edge) === edge.from ? [edge.to, edge.from] : [edge.from, edge.to]
    const content = [
      cell('tableCell', ...end(one)),
      cell('tableCell', ...textInline(words.edgeName(edge))),
      cell('tableCell', ...end(other)),
      cell('tableCell', ...textInline(spanOf(edge))),
    ]
    return { type: 'tableRow' as const, content }
  })
  const head = { type: 'tableRow' as const, content: heads.map(text => cell('tableHeader', ...textInline(text))) }
  return [
    { type: 'heading', attrs: { level: 2 }, content: textInline(title) },
    { type: 'image', attrs: { attachment_id, alt: cutText(title, 500), width: 100 } },
    paragraph(...textInline(note)),
    { type: 'table', content: [head, ...rows] },
    { type: 'paragraph' },
  ]
}
