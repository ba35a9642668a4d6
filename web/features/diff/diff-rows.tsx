import { ArrowUpDown, ChevronRight, Link2, UnfoldVertical } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import type { DiffRow } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { MarkedText } from './marked-text.tsx'
import { NumberChanges } from './number-changes.tsx'
import { groupFrames, type PlacedRow, placeRows, type RowGroup } from './row-groups.ts'
import { rowMessages } from './row-messages.ts'
import css from './rows.module.css'
import { type DiffSide, mergedPieces, type Op, sidePieces } from './side-text.ts'

export type DiffLayout = 'unified' | 'split'

type DiffRowsProps = {
  comparison: { rows: readonly DiffRow[] }
  layout: DiffLayout
  /** Index of the current change, from 0. */
  current?: number | undefined
  /** Opens a skipped stretch by its index from 0; without it, only the number of skipped rows is shown. */
  onUnfold?: ((skip: number) => void) | undefined
}

/** Two texts row by row. Rows out of sight are not laid out, so thousands of rows scroll smoothly. */
export const DiffRows = memo(function DiffRows({ comparison, layout, current, onUnfold }: DiffRowsProps) {
  const t = useT(rowMessages)
  const groups = useMemo(() => groupFrames(placeRows(comparison.rows)), [comparison.rows])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={css.rows} data-layout={layout} aria-label={t('comparison')} tabIndex={0}>
      {layout === 'split' && (
        <div className={css.heads} aria-hidden>
          <span>{t('before')}</span>
          <span>{t('after')}</span>
        </div>
      )}
      {groups.map(group =>
        group.kind === 'frame' ? (
          <Frame key={group.key} group={group} layout={layout} current={current} onUnfold={onUnfold} />
        ) : (
          <Rows key={group.key} rows={group.rows} layout={layout} current={current} onUnfold={onUnfold} />
        ),
      )}
    </section>
  )
})

type RowDisplay = Pick<DiffRowsProps, 'layout' | 'current' | 'onUnfold'>

function Rows({ rows, layout, current, onUnfold }: RowDisplay & { rows: readonly PlacedRow[] }) {
  return rows.map(each => (
    <Row
      key={each.key}
      placed={each}
      layout={layout}
      isCurrent={each.change !== null && each.change === current}
      onUnfold={onUnfold}
    />
  ))
}

/** Navigation and other frame content: one line until the user expands it or steps to a change inside. */
function Frame({ group, ...shown }: RowDisplay & { group: RowGroup }) {
  const t = useT(rowMessages)
  const [isOpen, setIsOpen] = useState(false)
  const isHere = group.rows.some(({ change }) => change !== null && change === shown.current)
  if (isHere && !isOpen) setIsOpen(true)
  if (isOpen) return <Rows rows={group.rows} {...shown} />
  return (
    <div className={css.skipped} data-ours>
      <button type="button" aria-expanded={false} onClick={() => setIsOpen(true)}>
        <ChevronRight size={14} aria-hidden />{' '}
        {t(group.changes > 0 ? 'frameChanges' : 'frame', { count: group.changes })}
      </button>
    </div>
  )
}

type RowProps = {
  placed: PlacedRow
  layout: DiffLayout
  isCurrent: boolean
  onUnfold: ((skip: number) => void) | undefined
}

const Row = memo(function Row({ placed, layout, isCurrent, onUnfold }: RowProps) {
  const { row, change, isFirst, skip } = placed
  // An unchanged picture has no text to show.
  if (row.kind === 'same' && row.after?.text === '') return null
  if (row.kind === 'skipped') return <Skipped count={row.count} skip={skip ?? 0} onUnfold={onUnfold} />
  return (
    <div
      className={css.row}
      data-line
      data-kind={row.kind}
      data-part={row.part}
      data-tag={row.tag}
      data-change={isFirst ? change : undefined}
      data-current={isCurrent || undefined}
    >
      {layout === 'split' ? <SplitCells row={row as DisplayRow} /> : <UnifiedCells row={row as DisplayRow} />}
    </div>
  )
})

function Skipped({ count, skip, onUnfold }: { count: number; skip: number; onUnfold: RowProps['onUnfold'] }) {
  const t = useT(rowMessages)
  const text = t('skipped', { count })
  return (
    <div className={css.skipped} data-ours>
      {onUnfold ? (
        <button type="button" onClick={() => onUnfold(skip)}>
          <UnfoldVertical size={14} aria-hidden /> {text}
        </button>
      ) : (
        text
      )}
    </div>
  )
}

/** The text is the same: only its markup or position on the page changed. */
const isAlike = ({ kind, before, after }: DiffRow) =>
  kind === 'changed' && before !== null && before.text === after?.text

type DisplayRow = DiffRow & { kind: CellProps['kind'] }

function SplitCells({ row }: { row: DisplayRow }) {
  return (
    <>
      <Cell kind={row.kind} side={row.before} op="removed" isAlike={isAlike(row)} />
      <Cell kind={row.kind} side={row.after} op="added" isAlike={isAlike(row)} numbers={row.numbers} />
    </>
  )
}

function UnifiedCells({ row }: { row: DisplayRow }) {
  const { before, after, kind } = row
  const merged = useMemo(
    () => (kind === 'changed' && before && after && !isAlike(row) ? mergedPieces(before, after) : null),
    [row, kind, before, after],
  )
  if (merged && before && after)
    return (
      <div className={css.cell} data-op="changed">
        <Sign kind="changed" />
        <div className={css.text} dir="auto">
          <MarkedText pieces={merged} />
          <NumberChanges numbers={row.numbers} />
          <Links side={before} only="removed" />
          <Links side={after} only="added" />
        </div>
      </div>
    )
  if (kind === 'changed' && !isAlike(row))
    return (
      <>
        <Cell kind="removed" side={before} op="removed" />
        <Cell kind="added" side={after} op="added" numbers={row.numbers} />
      </>
    )
  if ((kind === 'link' || kind === 'changed') && before && after)
    return (
      <div className={css.cell} data-op="link">
        <Sign kind={kind} />
        <div className={css.text} dir="auto">
          <SideText side={after} whole="same" />
          <Links side={before} only="removed" />
          <Links side={after} only="added" />
        </div>
      </div>
    )
  return after ? <Cell kind={kind} side={after} op="added" /> : <Cell kind={kind} side={before} op="removed" />
}

type CellProps = {
  kind: Exclude<DiffRow['kind'], 'skipped'>
  side: DiffSide | null
  op: Op
  isAlike?: boolean
  numbers?: DiffRow['numbers']
}

/** One side of a row; empty if the row exists only on the other side. */
function Cell({ kind, side, op, isAlike = false, numbers }: CellProps) {
  if (!side) return <div className={css.cell} data-op="none" aria-hidden />
  const isQuiet = kind === 'same' || kind === 'moved' || kind === 'link' || (kind === 'changed' && isAlike)
  return (
    <div className={css.cell} data-op={isQuiet ? kind : op}>
      <Sign kind={isQuiet ? kind : op === 'added' ? 'added' : 'removed'} />
      <div className={css.text} dir="auto">
        <SideText side={side} whole={isQuiet ? 'same' : op} />
        <NumberChanges numbers={numbers} />
        <Links side={side} only={op} />
      </div>
    </div>
  )
}

function SideText({ side, whole }: { side: DiffSide; whole: Op }) {
  const t = useT(rowMessages)
  const pieces = useMemo(() => sidePieces(side, whole), [side, whole])
  if (side.text === '')
    return (
      <span className="small quiet" data-ours>
        {t('wordless')}
      </span>
    )
  return <MarkedText pieces={pieces} />
}

const signs = { added: '+', removed: '−', changed: '±' } as const

/** The kind of change of a row, as an icon with a label for screen readers. */
function Sign({ kind }: { kind: Exclude<DiffRow['kind'], 'skipped'> }) {
  const t = useT(rowMessages)
  if (kind === 'same') return <span className={css.sign} />
  const size = { size: 12, 'aria-hidden': true } as const
  return (
    <span className={css.sign} title={t(kind)} data-ours>
      {kind === 'moved' ? <ArrowUpDown {...size} /> : kind === 'link' ? <Link2 {...size} /> : signs[kind]}
      <span className="visually-hidden">{t(kind)}</span>
    </span>
  )
}

/** The anchor of an address, decoded as readers see it. */
function partOf(url: string): string {
  if (!url.startsWith('#')) return url
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/**
 * Link targets that only this side has. They are text without a link, so that no one opens a watched site by mistake.
 */
function Links({ side, only }: { side: DiffSide; only: Op }) {
  const t = useT(rowMessages)
  const urls = [...new Set(side.links.filter(({ op }) => op === only).map(({ url }) => url))]
  if (urls.length === 0) return null
  return (
    <ul className={css.links} data-ours>
      {urls.map(url => (
        <li key={url} data-op={only}>
          <span className="visually-hidden">{t(only === 'added' ? 'linkAdded' : 'linkRemoved')}: </span>
          <span aria-hidden>{only === 'added' ? '+ ' : '− '}</span>
          {only === 'added' ? <ins>{partOf(url)}</ins> : <del>{partOf(url)}</del>}
          {url.startsWith('#') && <span className={css.inPage}>{t('inPage')}</span>}
        </li>
      ))}
    </ul>
  )
}
