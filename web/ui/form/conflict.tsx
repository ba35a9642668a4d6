import { Modal } from 'antd'
import { useId, useRef, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { type FieldFormatters, isBlank } from '#web/ui/formatter.ts'
import type { CompareSide, ConflictRow } from './compare.ts'
import css from './conflict.module.css'
import { formMessages } from './messages.ts'

type Props = {
  rows: ConflictRow[]
  formatters: FieldFormatters
  isBusy: boolean
  onSettle: (rows: ConflictRow[]) => Promise<void>
  onBack: () => void
}

/** Field by field: the base, my value, and another user's value saved meanwhile; one of the two is chosen. */
export default function Conflict({ rows: initial, formatters, isBusy, onSettle, onBack }: Props) {
  const t = useT(formMessages)
  const [rows, setRows] = useState(initial)
  const [isTried, setIsTried] = useState(false)
  // Another conflict reply brings new rows: the comparison starts again with them.
  const [seen, setSeen] = useState(initial)
  if (seen !== initial) {
    setSeen(initial)
    setRows(initial)
    setIsTried(false)
  }
  const table = useRef<HTMLTableElement>(null)
  const openCount = rows.filter(row => !row.choice).length

  function choose(field: string, choice: CompareSide) {
    setRows(rows.map(row => (row.field === field ? { ...row, choice } : row)))
  }

  function save() {
    setIsTried(true)
    if (openCount === 0) void onSettle(rows)
    else table.current?.querySelector<HTMLInputElement>('[data-open=true] input')?.focus()
  }

  return (
    <Modal
      open
      title={t('conflictTitle')}
      width="min(960px, calc(100vw - 32px))"
      okText={t('conflictSave')}
      cancelText={t('conflictBack')}
      confirmLoading={isBusy}
      onOk={save}
      onCancel={onBack}
      mask={{ closable: false }}
    >
      <p className="below-4 quiet">{t('conflictIntro')}</p>
      <table className={css.table} ref={table}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('conflictBase')}</th>
            <th scope="col">{t('conflictMine')}</th>
            <th scope="col">{t('conflictTheirs')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Row
              key={row.field}
              row={row}
              formatters={formatters}
              isFaulty={isTried && !row.choice}
              onChoose={side => choose(row.field, side)}
            />
          ))}
        </tbody>
      </table>
      <p className={`above-4 ${openCount > 0 ? 'warning' : 'quiet'}`} role="status">
        {openCount > 0 ? t('conflictOpen', { count: openCount }) : t('conflictSettled')}
      </p>
    </Modal>
  )
}

type RowProps = {
  row: ConflictRow
  formatters: FieldFormatters
  isFaulty: boolean
  onChoose: (side: CompareSide) => void
}

function Row({ row, formatters, isFaulty, onChoose }: RowProps) {
  const t = useT(formMessages)
  const id = useId()
  const formatter = formatters[row.field]
  const show = (value: unknown) =>
    isBlank(value) ? <span className="faint">{t('nothingThere')}</span> : (formatter?.show(value) ?? String(value))
  return (
    <tr data-open={!row.choice}>
      <th scope="row" id={id}>
        {formatter?.label ?? row.field}
        {isFaulty && <div className="small danger">{t('conflictUnchosen')}</div>}
      </th>
      <td className={`${css.base} faint`} data-title={t('conflictBase')}>
        {show(row.base)}
      </td>
      {(['mine', 'theirs'] as const).map(side => (
        <td key={side} data-title={side === 'mine' ? t('conflictMine') : t('conflictTheirs')}>
          <label className={css.choice}>
            <input
              type="radio"
              name={id}
              checked={row.choice === side}
              aria-invalid={isFaulty}
              onChange={() => onChoose(side)}
            />
            <span className="visually-hidden">
              {formatter?.label ?? row.field} · {side === 'mine' ? t('conflictMine') : t('conflictTheirs')}:
            </span>
            <span className={css.value}>{show(row[side])}</span>
          </label>
        </td>
      ))}
    </tr>
  )
}
