import { Button, Slider } from 'antd'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { type GraphFilter, isDated, yearsOf } from './filter.ts'
import type { Graph } from './graph.ts'
import { relationMessages } from './messages.ts'
import css from './relation.module.css'

type Props = { whole: Graph; filter: GraphFilter; setFilter: (filter: GraphFilter) => void }

/** Filters links by years; hidden if no link has a date. */
export function YearFilter({ whole, filter, setFilter }: Props) {
  const t = useT(relationMessages)
  const span = yearsOf(whole.edges, now().getUTCFullYear())
  if (!span) return null
  const [first, last] = span
  const [from, to] = filter.years ?? span
  const undated = whole.edges.filter(edge => !isDated(edge)).length
  const choose = (low: number, high: number) =>
    setFilter({ ...filter, years: low === first && high === last ? null : [low, high] })
  return (
    <fieldset className={css.years} aria-label={t('years')}>
      <span>{t('years')}</span>
      <output>{from}</output>
      <Slider
        className={css.slider ?? ''}
        range={{ draggableTrack: true }}
        min={first}
        max={last}
        value={[Math.max(first, from), Math.min(last, to)]}
        ariaLabelForHandle={[t('yearsFrom'), t('yearsTo')]}
        onChange={(value: number[]) => choose(value[0] ?? first, value[1] ?? last)}
      />
      <output>{to}</output>
      {filter.years && (
        <Button type="link" size="small" onClick={() => setFilter({ ...filter, years: null })}>
          {t('allYears')}
        </Button>
      )}
      {undated > 0 && <span className="small faint">{t('undated', { links: undated })}</span>}
    </fieldset>
  )
}
