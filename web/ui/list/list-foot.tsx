import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { BulkBar } from './bulk-bar.tsx'
import css from './list.module.css'
import { pageSizes } from './list-state.ts'
import { listMessages } from './messages.ts'
import { isEmpty } from './selection.ts'
import type { ListModel, ListSelection } from './use-list.ts'

/** The selection at the left, the pages at the right. */
export function ListFoot<T>({ list, chosen }: { list: ListModel<T>; chosen: ListSelection }) {
  const acts = list.config.bulkActs ?? []
  return (
    <div className={css.foot}>
      {acts.length > 0 && !isEmpty(chosen.selection) && <BulkBar list={list} chosen={chosen} acts={acts} />}
      <Pager list={list} />
    </div>
  )
}

const Pager = memo(function Pager({ list }: { list: ListModel<unknown> }) {
  const t = useT(listMessages)
  const { state, page, total, isEstimated, change } = list
  const first = (state.current - 1) * state.pageSize + 1
  const last = first + list.rows.length - 1
  const text = !isEstimated ? 'shown' : total === list.config.countsUpTo ? 'shownMany' : 'shownAbout'
  // An estimate can be too low: a full page might be followed by another one.
  const isLast = isEstimated ? list.rows.length < state.pageSize : state.current * state.pageSize >= total
  return (
    <nav className={css.pager} aria-label={list.config.title}>
      <select
        className={css.select}
        aria-label={t('pageSize')}
        value={state.pageSize}
        onChange={event => change({ pageSize: Number(event.target.value) })}
      >
        {pageSizes.map(count => (
          <option key={count} value={count}>
            {t('perPage', { count })}
          </option>
        ))}
      </select>
      <span aria-live="polite">{page && list.rows.length > 0 && t(text, { from: first, to: last, count: total })}</span>
      <button
        type="button"
        className={css.icon}
        aria-label={t('previousPage')}
        disabled={state.current <= 1}
        onClick={() => change({ current: state.current - 1 })}
      >
        <ChevronLeft size={16} aria-hidden />
      </button>
      <button
        type="button"
        className={css.icon}
        aria-label={t('nextPage')}
        disabled={!page || isLast}
        onClick={() => change({ current: state.current + 1 })}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
    </nav>
  )
})
