import { useMemo } from 'react'
import type { GraphEdge, GraphNode } from '#contract/relation.api.ts'
import { SanctionTag } from '#web/features/standing/standing.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { type RowColumn, RowTable } from '#web/ui/table/row-table.tsx'
import { edgeKeyOf, type Graph, keyOf } from './graph.ts'
import { rankNodes } from './measure.ts'
import { relationMessages } from './messages.ts'
import { NodeMark } from './node-mark.tsx'
import css from './relation.module.css'
import type { GraphWords } from './use-words.ts'

const byText = (one: string, other: string) => one.localeCompare(other, 'zh-CN')
const pageSize = 20

export function NodeLink({ node }: { node: GraphNode }) {
  return (
    <>
      <PageLink to={`${node.kind}_detail`} params={{ id: node.id }}>
        {displayName(node)}
      </PageLink>
      <SanctionTag noun={node.kind} id={node.id} />
    </>
  )
}

type Props = { graph: Graph; root: string; words: GraphWords }

/** The content of the drawing as tables that can be sorted, with links to the records. */
export function TableView({ graph, root, words }: Props) {
  return (
    <div className={css.tables}>
      <NodeTable graph={graph} root={root} words={words} />
      <LinkTable graph={graph} words={words} />
    </div>
  )
}

/** The other parties; the record itself is not one of them. */
function NodeTable({ graph, root, words }: Props) {
  const t = useT(relationMessages)
  const ranks = useMemo(() => rankNodes(graph), [graph])
  const rankOf = new Map(ranks.map(rank => [rank.key, rank]))
  const linksOf = (node: GraphNode) => rankOf.get(keyOf(node))?.links ?? 0
  const betweenOf = (node: GraphNode) => rankOf.get(keyOf(node))?.between ?? 0
  const between: RowColumn<GraphNode> = {
    id: 'between',
    title: t('between'),
    isNumber: true,
    sort: (a, b) => betweenOf(a) - betweenOf(b),
    cell: node => Math.round(betweenOf(node) * 10) / 10,
  }
  return (
    <section aria-label={t('nodesTitle')}>
      <h3>{t('nodesTitle')}</h3>
      <RowTable
        rowId={keyOf}
        rows={graph.nodes.filter(node => keyOf(node) !== root)}
        pageSize={pageSize}
        isWide
        columns={[
          {
            id: 'name',
            title: t('name'),
            sort: (a, b) => byText(displayName(a), displayName(b)),
            cell: node => (
              <span className={css.named}>
                <NodeMark node={node} />
                <NodeLink node={node} />
              </span>
            ),
          },
          {
            id: 'kind',
            title: t('kind'),
            sort: (a, b) => byText(words.kindOf(a), words.kindOf(b)),
            cell: node => words.kindOf(node),
          },
          {
            id: 'distance',
            title: t('distance'),
            isNumber: true,
            sort: (a, b) => a.depth - b.depth,
            cell: node => node.depth,
          },
          {
            id: 'links',
            title: t('links'),
            isNumber: true,
            sort: (a, b) => linksOf(a) - linksOf(b),
            cell: node => linksOf(node),
          },
          {
            id: 'all_links',
            title: t('allLinks'),
            isNumber: true,
            sort: (a, b) => a.degree - b.degree,
            cell: node => node.degree,
          },
          ...(ranks[0]?.between == null ? [] : [between]),
        ]}
      />
    </section>
  )
}

function LinkTable({ graph, words }: Pick<Props, 'graph' | 'words'>) {
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
      <RowTable
        rowId={edgeKeyOf}
        rows={graph.edges}
        pageSize={pageSize}
        isWide
        columns={[
          {
            id: 'from',
            title: t('from'),
            sort: (a, b) => byText(words.nameOf(a.from), words.nameOf(b.from)),
            cell: edge => end(edge.from),
          },
          {
            id: 'to',
            title: t('to'),
            sort: (a, b) => byText(words.nameOf(a.to), words.nameOf(b.to)),
            cell: edge => end(edge.to),
          },
          {
            id: 'type',
            title: t('type'),
            sort: (a, b) => byText(words.sentenceOf(a), words.sentenceOf(b)),
            cell: edge => words.sentenceOf(edge),
          },
          { id: 'label', title: t('description'), cell: edge => edge.label },
          { id: 'time', title: t('time'), sort: (a, b) => byText(time(a), time(b)), cell: time },
        ]}
      />
    </section>
  )
}
