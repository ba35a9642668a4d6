import { Button, Segmented } from 'antd'
import { ArrowDown, ArrowUp, Pin } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { clampWidth, columnMaxWidth, columnMinWidth, dropColumn, moveColumn, pinColumn, showColumn } from './columns.ts'
import { OptionRow } from './filter-parts.tsx'
import css from './list.module.css'
import type { Column } from './list-config.ts'
import { listMessages } from './messages.ts'
import { densities } from './sizes.ts'
import type { ListModel } from './use-list.ts'

type Props = { list: ListModel<unknown>; layout: 'table' | 'card' }

/** Display settings: layout, row height, columns. Every change is visible at once behind the panel. */
export default function DisplayPanel({ list, layout }: Props) {
  const t = useT(listMessages)
  const { setting, changeSetting, config, columns } = list
  const ordered = columns.order.flatMap(id => config.columns.find(column => column.id === id) ?? [])
  return (
    <>
      {config.card && (
        <div className={css.section}>
          <p className={css.caption}>{t('layout')}</p>
          <Segmented
            block
            aria-label={t('layout')}
            value={layout}
            options={(['table', 'card'] as const).map(value => ({ value, label: t(value) }))}
            onChange={value => changeSetting({ layout: value })}
          />
        </div>
      )}
      {layout === 'table' && (
        <>
          <div className={css.section}>
            <p className={css.caption}>{t('density')}</p>
            <Segmented
              block
              aria-label={t('density')}
              value={setting.density ?? 'middle'}
              options={densities.map(value => ({ value, label: t(value) }))}
              onChange={density => changeSetting({ density })}
            />
          </div>
          <div className={css.section}>
            <p className={css.caption}>{t('columns')}</p>
            {ordered.map(column => (
              <ColumnRow key={column.id} list={list} column={column} />
            ))}
            <Button
              type="text"
              size="small"
              onClick={() => changeSetting({ columns: undefined, widths: undefined, pinned: undefined })}
            >
              {t('restoreDefault')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

function ColumnRow({ list, column }: { list: ListModel<unknown>; column: Column<unknown> }) {
  const t = useT(listMessages)
  const { columns, setting, changeSetting } = list
  const { shown, pinned } = columns
  const { id, title } = column
  const [isOver, setIsOver] = useState(false)
  const place = shown.indexOf(id)
  const isShown = place >= 0
  const isPinned = pinned.includes(id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow buttons next to it do the same for the keyboard.
    <div
      className={css.columnRow}
      draggable={isShown}
      data-over={isOver || undefined}
      onDragStart={event => event.dataTransfer.setData('text/plain', id)}
      onDragOver={event => {
        event.preventDefault()
        setIsOver(isShown)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={event => {
        event.preventDefault()
        setIsOver(false)
        changeSetting({ columns: dropColumn(shown, event.dataTransfer.getData('text/plain'), id) })
      }}
    >
      <OptionRow
        option={{ value: id, label: title }}
        isChecked={isShown}
        isDisabled={column.isAlwaysShown === true}
        onToggle={isOn => changeSetting({ columns: showColumn(columns, id, isOn) })}
      />
      {isShown && (
        <>
          <WidthBox
            key={columns.widths[id]}
            label={t('columnWidth', { title })}
            width={columns.widths[id] ?? column.width}
            onWidth={width =>
              changeSetting({ widths: { ...setting.widths, [id]: clampWidth(width, column.minWidth) } })
            }
          />
          <button
            type="button"
            className={css.icon}
            aria-pressed={isPinned}
            aria-label={t('columnPin', { title })}
            onClick={() => changeSetting({ pinned: pinColumn(pinned, id, !isPinned) })}
          >
            <Pin size={14} aria-hidden fill={isPinned ? 'currentColor' : 'none'} />
          </button>
          <button
            type="button"
            className={css.icon}
            disabled={place === 0}
            aria-label={t('columnUp', { title })}
            onClick={() => changeSetting({ columns: moveColumn(shown, id, -1) })}
          >
            <ArrowUp size={14} aria-hidden />
          </button>
          <button
            type="button"
            className={css.icon}
            disabled={place === shown.length - 1}
            aria-label={t('columnDown', { title })}
            onClick={() => changeSetting({ columns: moveColumn(shown, id, 1) })}
          >
            <ArrowDown size={14} aria-hidden />
          </button>
        </>
      )}
    </div>
  )
}

function WidthBox({ label, width, onWidth }: { label: string; width: number; onWidth: (width: number) => void }) {
  const [text, setText] = useState(String(width))
  const apply = () => {
    const next = Number(text)
    if (Number.isFinite(next) && next !== width && text !== '') onWidth(next)
    else setText(String(width))
  }
  return (
    <input
      className={`${css.select} ${css.width}`}
      type="number"
      min={columnMinWidth}
      max={columnMaxWidth}
      step={10}
      aria-label={label}
      title={label}
      value={text}
      onChange={event => setText(event.target.value)}
      onBlur={apply}
      onKeyDown={event => {
        if (event.key === 'Enter') apply()
      }}
    />
  )
}
