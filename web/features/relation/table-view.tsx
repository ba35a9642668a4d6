import { Table } from 'antd'
import type { GraphEdge, GraphNode } from '#contract/relation.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { edgeKeyOf, type Graph, keyOf } from './graph.ts'
import type { Ranked } from './measure.ts'
import { relationMessages } from './messages.ts'
import { NodeMark } from './node-mark.tsx'
import css from './relation.module.css'
import type { Words } from './use-words.ts'

const byText = (one: string, other: string) => one.localeCompare(other, 'zh-CN')
const paging = { pageSize: 20, size: 'small', hideOnSinglePage: true, showSizeChanger: false } as const

export function NodeLink({ node }: { node: GraphNode }) {
  return (
    <PageLink to={node.kind === 'person' ? 'person_detail' : 'og_detail'} params={{ id: node.id }}>
      {node.name}
    </PageLink>
  )
}

type Props = { graph: Graph; words: Words; ranks: readonly Ranked[] }

/** All that the drawing shows, to be read, sorted and followed. */
export function TableView({ graph, words, ranks }: Props) {
  return (
    <div className={css.tables}>
      <NodeTable graph={graph} words={words} ranks={ranks} />
      <LinkTable graph={graph} words={words} />
    </div>
  )
}

function NodeTable({ graph, words, ranks }: Props) {
  const t = useT(relationMessages)
  const rankOf = new Map(ranks.map(rank => [rank.key, rank]))
  const linksOf = (node: GraphNode) => rankOf.get(keyOf(node))?.links ?? 0
  const betweenOf = (node: GraphNode) => rankOf.get(keyOf(node))?.between ?? 0
  return (
    <section aria-label={t('nodesTitle')}>
      <h3>{t('nodesTitle')}</h3>
      <Table<GraphNode>
        size="small"
        rowKey={keyOf}
        dataSource={graph.nodes}
        pagination={paging}
        scroll={{ x: 'max-content' }}
        columns={[
          {
            title: t('name'),
            sorter: (a, b) => byText(a.name, b.name),
            render: (_, node) => (
              <span className={css.named}>
                <NodeMark node={node} />
                <NodeLink node={node} />
              </span>
            ),
          },
          {
            title: t('kind'),
            sorter: (a, b) => byText(words.kindOf(a), words.kindOf(b)),
            render: (_, node) => words.kindOf(node),
          },
          { title: t('distance'), dataIndex: 'depth', align: 'right', sorter: (a, b) => a.depth - b.depth },
          {
            title: t('links'),
            align: 'right',
            sorter: (a, b) => linksOf(a) - linksOf(b),
            render: (_, node) => linksOf(node),
          },
          { title: t('allLinks'), dataIndex: 'degree', align: 'right', sorter: (a, b) => a.degree - b.degree },
          ...(ranks[0]?.between == null
            ? []
            : [
                {
                  title: t('between'),
                  align: 'right' as const,
                  sorter: (a: GraphNode, b: GraphNode) => betweenOf(a) - betweenOf(b),
                  render: (_: unknown, node: GraphNode) => Math.round(betweenOf(node) * 10) / 10,
                },
              ]),
        ]}
      />
    </section>
  )
}

function LinkTable({ graph, words }: Omit<Props, 'ranks'>) {
  const t = useT(relationMessages)
  const end = (key: string) => {
    const node = words.byKey.get(key)
    return node ? <NodeLink node={node} /> : null
  }
  const time = ({ start_time, end_time }: GraphEdge) =>
    start_time || end_time ? `${start_time ?? '…'} – ${end_time ?? '…'}` : ''
  return (
    <section aria-label={t('linksTitle')}>
      <h3>{t('linksTitle')}</h3>
      <Table<GraphEdge>
        size="small"
        rowKey={edgeKeyOf}
        dataSource={graph.edges}
        pagination={paging}
        scroll={{ x: 'max-content' }}
        columns={[
          {
            title: t('from'),
            sorter: (a, b) => byText(words.nameOf(a.from), words.nameOf(b.from)),
            render: (_, edge) => end(edge.from),
          },
          {
            title: t('to'),
            sorter: (a, b) => byText(words.nameOf(a.to), words.nameOf(b.to)),
            render: (_, edge) => end(edge.to),
          },
          {
            title: t('type'),
            sorter: (a, b) => byText(words.sentenceOf(a), words.sentenceOf(b)),
            render: (_, edge) => words.sentenceOf(edge),
          },
          { title: t('label'), render: (_, edge) => edge.label },
          { title: t('time'), sorter: (a, b) => byText(time(a), time(b)), render: (_, edge) => time(edge) },
        ]}
      />
    </section>
  )
}
