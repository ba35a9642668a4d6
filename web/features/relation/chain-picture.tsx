import { Button, Dropdown } from 'antd'
import { Download, FileText } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { ogOwnership } from '#contract/ownership.api.ts'
import type { GraphNode } from '#contract/relation.api.ts'
import { supers } from '#contract/role.ts'
import { shareText } from '#contract/share.ts'
import { saveFile } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { canDraw } from './can-draw.ts'
import { chainEdges, chainPlaces, effectiveShares, type Share } from './chain-layout.ts'
import { edgeKeyOf, type Graph, lineKey } from './graph.ts'
import { Stage } from './graph-stage.tsx'
import { LineKey } from './legend.tsx'
import { relationMessages } from './messages.ts'
import { NodeHead } from './node-head.tsx'
import { PinDialog } from './pin-dialog.tsx'
import css from './relation.module.css'
import { useFullScreen } from './use-full-screen.ts'
import { useNodeSanctionStatuses } from './use-node-standings.ts'
import { type GraphWords, useWords } from './use-words.ts'
import type { ViewHandle } from './view.ts'

type Chains = Reply<typeof ogOwnership>
type Props = { root: string; chains: Chains }

/** Owners, the record and its holdings from left to right, with shares on the lines and effective shares below names. */
export default function ChainPicture({ root, chains }: Props) {
  const t = useT(relationMessages)
  const { graph, places, rows, totals } = useMemo(() => chainOf(root, chains), [root, chains])
  const words = useWords(graph)
  const standings = useNodeSanctionStatuses(graph)
  const risk = useMemo(() => riskOf(root, chains), [root, chains])
  const [selected, setSelected] = useState<string | null>(null)
  const [isPinning, setIsPinning] = useState(false)
  const role = useRole()
  const handle = useRef<ViewHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const full = useFullScreen(panel)
  const placed = useMemo(() => ({ ...graph, places, isFinal: true }), [graph, places])
  const noteOf = useMemo(
    () => (key: string) => {
      const total = totals.get(key)
      return total ? t('inEffect', { share: shareText(total) }) : null
    },
    [totals, t],
  )
  if (!canDraw()) return null
  const save = async (as: 'png' | 'svg') => {
    try {
      const blob = await handle.current?.picture(as)
      if (blob) saveFile({ blob, fileName: `${words.nameOf(root) || root}.${as}` })
    } catch (error) {
      showError(error)
    }
  }
  return (
    <section
      ref={panel}
      aria-label={t('chain')}
      data-needs-width
      className={full.isFull ? `${css.panel} ${css.full}` : css.panel}
    >
      <div className={css.toolbar}>
        <LineKey isRisky={risk.shown.size > 0} hasEnded={false} />
        <span className={css.space} />
        {role && supers.includes(role) && (
          <Button icon={<FileText size={14} aria-hidden />} onClick={() => setIsPinning(true)}>
            {t('pin')}
          </Button>
        )}
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'png', label: t('savePng') },
              { key: 'svg', label: t('saveSvg') },
            ],
            onClick: ({ key }) => void save(key as 'png' | 'svg'),
          }}
        >
          <Button icon={<Download size={14} aria-hidden />} aria-label={t('more')} />
        </Dropdown>
      </div>
      <Stage
        placed={placed}
        box={box}
        rows={rows}
        root={root}
        words={words}
        standings={standings}
        risk={risk}
        noteOf={noteOf}
        selected={selected}
        select={setSelected}
        handle={handle}
        full={full}
      >
        {selected !== null && <Chosen words={words} selected={selected} close={() => setSelected(null)} />}
      </Stage>
      {isPinning && (
        <PinDialog
          graph={graph}
          words={words}
          root={root}
          title={t('chainTitle', { name: words.nameOf(root) })}
          picture={async () => await handle.current?.picture('png', true)}
          onClose={() => setIsPinning(false)}
        />
      )}
    </section>
  )
}

function Chosen({ words, selected, close }: { words: GraphWords; selected: string; close: () => void }) {
  const node = words.byKey.get(selected)
  if (!node) return null
  return (
    <section className={css.overlay} aria-label={words.nameOf(selected)}>
      <div className={css.card}>
        <NodeHead node={node} onClose={close} />
        <ul className={css.how}>
          {words.links.get(selected)?.map(edge => (
            <li key={edgeKeyOf(edge)}>{words.sentenceOf(edge)}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The chain as a graph. `totals` has the effective shares that differ from the share on a line to the record. */
function chainOf(root: string, { nodes, owners, holdings, ultimate }: Chains) {
  const rows = [...owners, ...holdings]
  const edges = chainEdges(rows)
  const shown = new Set([root, ...edges.flatMap(({ from, to }) => [from, to])])
  const { places, rows: height } = chainPlaces(root, owners, holdings)
  const graph: Graph = {
    edges,
    nodes: nodes
      .filter(({ key }) => shown.has(key))
      .map(({ key, noun, id, name, eng_name, icon, danger_level }): GraphNode => {
        const degree = edges.filter(({ from, to }) => from === key || to === key).length
        const common = { id, name, icon, region: null, depth: key === root ? 0 : 1, degree }
        return noun === 'person'
          ? { ...common, kind: noun, position: null, is_focus: false }
          : { ...common, kind: noun, eng_name, danger_level: danger_level ?? '待定' }
      }),
  }
  const totals = effectiveShares(root, owners, holdings)
  // The server's totals of ultimate owners also respect beneficial holdings.
  for (const { node, share } of ultimate) totals.set(node, share)
  for (const { node, depth, step } of rows) if (depth === 1 && isSame(step.share, totals.get(node))) totals.delete(node)
  return { graph, places, rows: height, totals }
}

const isSame = (one: Share | null, other: Share | undefined) => one?.min === other?.min && one?.max === other?.max

/** The lines from sanctioned parties to the record, and from a blocked record to what it blocks. */
function riskOf(root: string, { nodes, sanctioned, blocked }: Chains) {
  const levelOf = new Map(nodes.map(({ key, danger_level }) => [key, danger_level]))
  const ways = [
    ...(sanctioned?.holders ?? []).map(({ path }) => [...path, root]),
    ...blocked.map(({ node }) => [root, node]),
  ]
  const linesOf = (some: string[][]) =>
    new Set(some.flatMap(way => way.slice(1).map((key, n) => lineKey(way[n] ?? '', key))))
  return {
    shown: linesOf(ways),
    inPictures: linesOf(ways.filter(([first]) => levelOf.get(first ?? '') === '受制裁')),
  }
}
