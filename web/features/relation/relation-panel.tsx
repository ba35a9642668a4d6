import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { getPerson } from '#contract/person.api.ts'
import { supers } from '#contract/role.ts'
import { saveFile } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText, showError } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { AddRelation } from './add-relation.tsx'
import { canDraw } from './can-draw.ts'
import { isFiltered, noFilter } from './filter.ts'
import { countsOf, edgeKeyOf, type Graph } from './graph.ts'
import { GraphStage } from './graph-stage.tsx'
import { Legend } from './legend.tsx'
import { relationMessages } from './messages.ts'
import { PathSection } from './path-section.tsx'
import { PinDialog } from './pin-dialog.tsx'
import css from './relation.module.css'
import { SidePanel } from './side-panel.tsx'
import { TableView } from './table-view.tsx'
import { type GraphDisplay, type SaveAs, Toolbar } from './toolbar.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { type GraphEntity, useGraph } from './use-graph.ts'
import { useNodeSanctionStatuses } from './use-node-standings.ts'
import { usePath } from './use-path.ts'
import { useRisk } from './use-risk.ts'
import { type GraphWords, useWords } from './use-words.ts'
import type { ViewHandle } from './view.ts'
import { YearFilter } from './year-filter.tsx'

/** Adds an apostrophe before text that a spreadsheet would run as a formula, as the server's exports do. */
const safe = (text: string) => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The visible links, one per line below `heads`, with a byte order mark for spreadsheets. */
export function csvOf(graph: Graph, words: GraphWords, heads: readonly string[]): string {
  const lines = graph.edges.map(edge => [
    words.nameOf(edge.from),
    words.nameOf(edge.to),
    words.sentenceOf(edge),
    edge.label ?? '',
    edge.start_time ?? '',
    edge.end_time ?? '',
    edge.from,
    edge.to,
    edgeKeyOf(edge),
  ])
  return `\ufeff${[heads, ...lines].map(line => line.map(text => cell(safe(text))).join(',')).join('\r\n')}\r\n`
}

/** Persons and organisations around a record as a graph, and as tables with the same data. */
export default function RelationPanel({ kind, id }: { kind: GraphEntity; id: number }) {
  const t = useT(relationMessages)
  const graph = useGraph(kind, id)
  const { base, shown, root } = graph
  const words = useWords(shown)
  const standings = useNodeSanctionStatuses(graph.whole)
  const risk = useRisk(shown, root, standings)
  const path = usePath(shown, root, found => {
    // A path hidden by a filter would be described but not visible.
    graph.setFilter(noFilter)
    graph.add(found)
  })
  const [isDrawable] = useState(canDraw)
  const [view, setView] = useState<GraphDisplay>(isDrawable ? 'graph' : 'table')
  const [selected, setSelected] = useState<string | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [isPinning, setIsPinning] = useState(false)
  const role = useRole()
  const handle = useRef<ViewHandle>(null)
  const panel = useRef<HTMLElement>(null)
  const full = useFullScreen(panel)
  const person = useQuery({ ...endpointQuery(getPerson, { params: { id } }), enabled: kind === 'person' })

  async function save(as: SaveAs) {
    try {
      const blob = await fileOf(as)
      if (blob) saveFile({ blob, fileName: `${words.nameOf(root) || root}.${as}` })
    } catch (error) {
      showError(error)
    }
  }
  async function fileOf(as: SaveAs): Promise<Blob | undefined> {
    const { nodes, edges } = shown
    if (as === 'json') return new Blob([JSON.stringify({ nodes, edges }, null, 2)], { type: 'application/json' })
    if (as === 'csv') {
      const heads = [t('from'), t('to'), t('type'), t('description'), t('start'), t('end'), 'from', 'to', 'id']
      return new Blob([csvOf(shown, words, heads)], { type: 'text/csv' })
    }
    return await handle.current?.picture(as)
  }

  if (base.isPending) return <Skeleton active title={false} paragraph={{ rows: 10 }} aria-label={t('loading')} />
  if (!base.data)
    return <Failure isWhole onRetry={() => void base.refetch()}>{`${t('failed')}: ${errorText(base.error)}`}</Failure>
  const onAdd = person.data?.can.includes('update') ? () => setIsAdding(true) : undefined
  const isEmpty = graph.whole.nodes.length < 2
  const side = (
    <SidePanel
      words={words}
      graph={shown}
      selected={selected}
      select={key => {
        setSelected(key)
        if (key !== null) handle.current?.show(key)
      }}
      isOverlay={view === 'graph'}
      canExpand={graph.canExpand}
      toggle={graph.toggle}
      path={path}
      root={root}
    />
  )
  return (
    <section
      ref={panel}
      data-needs-width={view === 'graph' || undefined}
      className={full.isFull ? `${css.panel} ${css.full}` : css.panel}
    >
      {isEmpty ? (
        <div className={css.state}>
          <strong>{t('empty')}</strong>
          <p>{t('emptyText')}</p>
          {onAdd && <Button onClick={onAdd}>{t('add')}</Button>}
        </div>
      ) : (
        <>
          <Toolbar
            depth={graph.depth}
            setDepth={graph.setDepth}
            whole={graph.whole}
            filter={graph.filter}
            setFilter={graph.setFilter}
            shown={view}
            setShown={setView}
            canDraw={isDrawable}
            onAdd={onAdd}
            onSave={as => void save(as)}
            onPin={view === 'graph' && role && supers.includes(role) ? () => setIsPinning(true) : undefined}
          />
          <div className={css.heading}>
            <PathSection words={words} path={path} root={root} />
            <Notes graph={graph} isDrawable={isDrawable} />
          </div>
          <div className={view === 'graph' ? css.main : css.body}>
            <div className={css.main}>
              {view === 'graph' ? (
                <GraphStage
                  graph={shown}
                  whole={graph.whole}
                  root={root}
                  words={words}
                  standings={standings}
                  risk={risk}
                  selected={selected}
                  select={setSelected}
                  toggle={graph.toggle}
                  path={path}
                  handle={handle}
                  full={full}
                  isWaiting={graph.isExpanding || base.isPlaceholderData}
                >
                  {side}
                </GraphStage>
              ) : (
                <TableView graph={shown} root={root} words={words} />
              )}
              <YearFilter whole={graph.whole} filter={graph.filter} setFilter={graph.setFilter} />
              <Legend
                whole={graph.whole}
                filter={graph.filter}
                setFilter={graph.setFilter}
                standings={standings}
                risk={risk}
              />
            </div>
            {view === 'table' && side}
          </div>
        </>
      )}
      {isPinning && (
        <PinDialog
          graph={shown}
          words={words}
          root={root}
          picture={async () => await handle.current?.picture('png', true)}
          onClose={() => setIsPinning(false)}
        />
      )}
      {isAdding && <AddRelation id={id} onClose={() => setIsAdding(false)} />}
    </section>
  )
}

/** How much is shown, and how to see the rest. */
function Notes({ graph, isDrawable }: { graph: ReturnType<typeof useGraph>; isDrawable: boolean }) {
  const t = useT(relationMessages)
  const { shown, root, base, isMost, showMore, filter, setFilter } = graph
  const { parties, links, derived } = countsOf(shown, root)
  return (
    <p className={css.notes} aria-live="polite">
      <span>{t('counts', { parties, links })}</span>
      {derived > 0 && <span>{t('derivedCount', { count: derived })}</span>}
      {base.data?.is_cut && (
        <span>
          {t('cut', { nodes: base.data.nodes.length })}
          {isMost ? (
            ` ${t('cutMost')}`
          ) : (
            <Button type="link" size="small" loading={base.isPlaceholderData} onClick={showMore}>
              {t('showMore')}
            </Button>
          )}
        </span>
      )}
      {isFiltered(filter) && (
        <span>
          {shown.nodes.length < 2 && t('nothingShown')}
          <Button type="link" size="small" onClick={() => setFilter(noFilter)}>
            {t('showAll')}
          </Button>
        </span>
      )}
      {!isDrawable && <span>{t('noDrawing')}</span>}
    </p>
  )
}
