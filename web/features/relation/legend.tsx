import { useT } from '#web/platform/i18n.ts'
import { useDangerLevelName } from '#web/ui/danger-level.tsx'
import { type GraphFilter, type NodeSort, sortOf, sorts } from './filter.ts'
import { type Graph, isStated } from './graph.ts'
import { relationMessages } from './messages.ts'
import { LineMark, OgMark, PersonMark } from './node-mark.tsx'
import css from './relation.module.css'
import { toggleInSet } from './use-graph.ts'
import type { NodeSanctionStatuses, RiskLines } from './view.ts'

type Props = {
  whole: Graph
  filter: GraphFilter
  setFilter: (filter: GraphFilter) => void
  standings: NodeSanctionStatuses
  risk: RiskLines
}

/** Explains shapes, colours and lines, with their numbers; each sort of nodes, and derived links, can be hidden. */
export function Legend({ whole, filter, setFilter, standings, risk }: Props) {
  const t = useT(relationMessages)
  const levelName = useDangerLevelName()
  const open = [...standings.values()].filter(standing => standing === 'open').length
  const counts = new Map<NodeSort, number>()
  for (const node of whole.nodes) counts.set(sortOf(node), (counts.get(sortOf(node)) ?? 0) + 1)
  const nameOf = (sort: NodeSort) =>
    sort === 'person' ? t('person') : sort === 'focus' ? t('focusPerson') : levelName(sort)
  const isOg = (sort: NodeSort) => sort !== 'person' && sort !== 'focus'
  const derived = whole.edges.filter(edge => !isStated(edge)).length
  return (
    <fieldset className={css.legend} aria-label={t('legendFilter')}>
      {sorts
        .filter(sort => counts.has(sort))
        .map(sort => (
          <button
            key={sort}
            type="button"
            aria-label={isOg(sort) ? `${t('og')} · ${nameOf(sort)}` : undefined}
            aria-pressed={!filter.hiddenSorts.has(sort)}
            onClick={() => setFilter({ ...filter, hiddenSorts: toggleInSet(filter.hiddenSorts, sort) })}
          >
            {sort === 'person' || sort === 'focus' ? (
              <PersonMark isFocus={sort === 'focus'} />
            ) : (
              <OgMark level={sort} />
            )}
            <span>{nameOf(sort)}</span>
            <span className={css.count}>{counts.get(sort)}</span>
          </button>
        ))}
      {derived > 0 && (
        <button
          type="button"
          aria-pressed={!filter.hidden.has('derived')}
          onClick={() => setFilter({ ...filter, hidden: toggleInSet(filter.hidden, 'derived') })}
        >
          <LineMark kind="derived" />
          <span>{t('derivedLinks')}</span>
          <span className={css.count}>{derived}</span>
        </button>
      )}
      <LineKey isRisky={risk.shown.size > 0} hasEnded={whole.edges.some(({ end_time }) => end_time !== null)} />
      {standings.size > open && (
        <span className={css.standing}>{t('marksListed', { count: standings.size - open })}</span>
      )}
      {open > 0 && <span className={css.standing}>{t('marksOpen', { count: open })}</span>}
    </fieldset>
  )
}

/** The lines that cannot be hidden. */
export function LineKey({ isRisky, hasEnded }: { isRisky: boolean; hasEnded: boolean }) {
  const t = useT(relationMessages)
  return (
    <>
      <span className={css.standing}>
        <LineMark kind="stated" /> {t('stated')}
      </span>
      {hasEnded && (
        <span className={css.standing}>
          <LineMark kind="ended" /> {t('ended')}
        </span>
      )}
      {isRisky && (
        <span className={css.standing}>
          <LineMark kind="risk" /> {t('sanctionedWay')}
        </span>
      )}
    </>
  )
}
