import { useT } from '#web/platform/i18n.ts'
import { useDangerLevelName } from '#web/ui/danger-level.tsx'
import { type GraphFilter, type NodeSort, sortOf, sorts } from './filter.ts'
import type { Graph } from './graph.ts'
import { relationMessages } from './messages.ts'
import { OgMark, PersonMark } from './node-mark.tsx'
import css from './relation.module.css'
import { toggleInSet } from './use-graph.ts'
import type { NodeStandings } from './view.ts'

type Props = { whole: Graph; filter: GraphFilter; setFilter: (filter: GraphFilter) => void; standings: NodeStandings }

/** Explains shapes and colours, with the number of nodes of each sort; each sort can be hidden and shown again. */
export function Legend({ whole, filter, setFilter, standings }: Props) {
  const t = useT(relationMessages)
  const levelName = useDangerLevelName()
  const open = [...standings.values()].filter(standing => standing === 'open').length
  const counts = new Map<NodeSort, number>()
  for (const node of whole.nodes) counts.set(sortOf(node), (counts.get(sortOf(node)) ?? 0) + 1)
  const nameOf = (sort: NodeSort) =>
    sort === 'person' ? t('person') : sort === 'focus' ? t('focusPerson') : levelName(sort)
  const isOg = (sort: NodeSort) => sort !== 'person' && sort !== 'focus'
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
      {standings.size > open && (
        <span className={css.standing}>{t('marksListed', { count: standings.size - open })}</span>
      )}
      {open > 0 && <span className={css.standing}>{t('marksOpen', { count: open })}</span>}
    </fieldset>
  )
}
