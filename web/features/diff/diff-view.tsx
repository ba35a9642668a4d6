import { Button, Segmented } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { comparePageVersions } from '#contract/diff.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import { type DiffLayout, DiffRows } from './diff-rows.tsx'
import { countChanges, unfold } from './row-groups.ts'
import { rowMessages } from './row-messages.ts'
import css from './rows.module.css'

type VersionComparison = Reply<typeof comparePageVersions>

type Props = {
  comparison: VersionComparison
  /** Loads the same comparison without skipped rows, when the user opens a stretch. */
  loadAll?: (() => Promise<VersionComparison>) | undefined
  /** Too narrow for two columns, whatever layout the user prefers elsewhere. */
  isSlim?: boolean
  children?: ReactNode
}

const layoutKey = 'diff_layout'

/** A comparison with its counts, navigation between changes, both layouts, and stretches that open. */
export function DiffView({ comparison, loadAll, isSlim = false, children }: Props) {
  const t = useT(rowMessages)
  const isNarrow = useIsNarrow()
  const [wish, setWish] = useState(() => readLocalStorage(layoutKey))
  const layout: DiffLayout = isNarrow || isSlim ? 'unified' : wish === 'unified' ? 'unified' : 'split'
  const { rows, open } = useUnfold(comparison, loadAll)
  const count = useMemo(() => countChanges(rows), [rows])
  const body = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<number>()
  const jump = (by: number) => {
    if (count === 0) return
    const next = at === undefined ? (by > 0 ? 0 : count - 1) : (at + by + count) % count
    setAt(next)
  }
  useEffect(() => {
    if (at === undefined) return
    const row = body.current?.querySelector(`[data-change="${at}"]`)
    if (row) bringUp(row)
  }, [at])
  useShortcut(']', t('nextChange'), () => jump(1))
  useShortcut('[', t('previousChange'), () => jump(-1))
  return (
    <div className="stack shrink gap-3" ref={body}>
      <div className={css.tools}>
        <span className="inline-row">
          <Button
            type="text"
            icon={<ArrowUp size={16} aria-hidden />}
            aria-label={t('previousChange')}
            title={`${t('previousChange')} [`}
            disabled={count === 0}
            onClick={() => jump(-1)}
          />
          <span className={css.place} role="status">
            {at === undefined ? t('changes', { count }) : t('place', { at: String(at + 1), count: String(count) })}
          </span>
          <Button
            type="text"
            icon={<ArrowDown size={16} aria-hidden />}
            aria-label={t('nextChange')}
            title={`${t('nextChange')} ]`}
            disabled={count === 0}
            onClick={() => jump(1)}
          />
        </span>
        <Counts comparison={comparison} />
        <span className="push">
          {children}
          {!isNarrow && !isSlim && (
            <Segmented<DiffLayout>
              aria-label={t('layout')}
              size="small"
              value={layout}
              options={(['split', 'unified'] as const).map(value => ({ value, label: t(value) }))}
              onChange={value => {
                setWish(value)
                writeStored(layoutKey, value)
              }}
            />
          )}
        </span>
      </div>
      {comparison.is_coarse && <p className={css.coarse}>{t('coarse')}</p>}
      {rows.length === 0 ? (
        <p className={css.failed}>{t('noChange')}</p>
      ) : (
        <DiffRows comparison={{ rows }} layout={layout} current={at} onUnfold={loadAll && open} />
      )}
    </div>
  )
}

/** Scrolls within the row's own scroller, if it has one: the surrounding page does not move. */
function bringUp(row: Element): void {
  const scroller = row.closest('[data-scroller]')
  if (!scroller) {
    row.scrollIntoView?.({ block: 'center' })
    return
  }
  const above = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  scroller.scrollTop += above - scroller.clientHeight / 3
}

function Counts({ comparison }: { comparison: VersionComparison }) {
  const t = useT(rowMessages)
  const { added, removed, links_added, links_removed } = comparison
  const hasLinks = links_added + links_removed > 0
  return (
    <span className="small quiet">
      {t('chars', { added, removed })}
      {hasLinks && ` · ${t('linkCounts', { added: links_added, removed: links_removed })}`}
    </span>
  )
}

/** Opens skipped stretches one by one. The first of them loads the whole comparison, once. */
function useUnfold(comparison: VersionComparison, loadAll: Props['loadAll']) {
  const [all, setAll] = useState<VersionComparison>()
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [seen, setSeen] = useState(comparison)
  if (seen !== comparison) {
    setSeen(comparison)
    setAll(undefined)
    setOpened(new Set())
  }
  const open = useCallback(
    async (shown: number) => {
      const whole = await loadAll?.().catch(() => undefined)
      if (!whole) return
      setAll(whole)
      setOpened(before => new Set([...before, nthClosed(shown, before)]))
    },
    [loadAll],
  )
  const rows = useMemo(
    () => (all ? unfold(comparison.rows, all.rows, opened) : comparison.rows),
    [comparison, all, opened],
  )
  return { rows, open: useCallback((shown: number) => void open(shown), [open]) }
}

/** Converts an index among the closed stretches on the screen to one among all stretches of the original comparison. */
function nthClosed(shown: number, opened: ReadonlySet<number>): number {
  let skip = -1
  for (let left = shown; left >= 0; ) {
    skip += 1
    if (!opened.has(skip)) left -= 1
  }
  return skip
}
