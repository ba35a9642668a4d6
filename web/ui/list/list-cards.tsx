import { useT } from '#web/platform/i18n.ts'
import cells from './cells.module.css'
import css from './list.module.css'
import { listMessages } from './messages.ts'
import { isSelected } from './selection.ts'
import type { ListModel, ListSelection } from './use-list.ts'
import type { RowActs } from './use-rows.ts'

const bones = Array.from({ length: 9 }, (_, index) => index)

type Props<T> = { list: ListModel<T>; chosen: ListSelection; acts: RowActs; isSelectable: boolean }

/** The rows as cards; keys and presses are the same as in the table. */
export function ListCards<T>({ list, chosen, acts, isSelectable }: Props<T>) {
  const t = useT(listMessages)
  const { config, rows } = list
  if (!list.page)
    return (
      <ul className={css.cards} aria-busy aria-label={t('loading')}>
        {bones.map(index => (
          <li key={index} className={`${css.card} ${css.cardBone}`} />
        ))}
      </ul>
    )
  return (
    <ul className={css.cards} aria-label={config.title} aria-busy={list.isLoading}>
      {rows.map((row, index) => {
        const id = config.rowId(row)
        const isOn = isSelected(chosen.selection, id)
        return (
          <li
            key={id}
            data-index={index}
            data-selected={isOn || undefined}
            tabIndex={index === (acts.active ?? 0) ? 0 : -1}
            className={css.card}
            {...acts.handlers}
          >
            {isSelectable && (
              <input
                type="checkbox"
                className={css.cardBox}
                tabIndex={-1}
                checked={isOn}
                readOnly
                aria-label={t('selectNamed', { name: config.rowName(row) })}
              />
            )}
            {config.card ? config.card(row) : <ColumnCard row={row} list={list} />}
          </li>
        )
      })}
    </ul>
  )
}

/** For a list without its own cards: the name, and below it the values of the visible columns. */
function ColumnCard<T>({ row, list: { config, columns, rows } }: { row: T; list: ListModel<T> }) {
  const shown = columns.shown.flatMap(id => config.columns.find(column => column.id === id) ?? [])
  const name = shown.find(column => column.isAlwaysShown)
  const rest = shown.filter(column => column !== name && (column.text ? column.text(row, rows) : true))
  return (
    <article className="stack gap-3 pad-4">
      <div className={cells.cardTop}>{name?.cell(row, rows)}</div>
      <div className={cells.cardFacts}>
        {rest.map(column => (
          <span key={column.id} className={column.isActs ? 'push' : 'shrink'}>
            {column.cell(row, rows)}
          </span>
        ))}
      </div>
    </article>
  )
}
