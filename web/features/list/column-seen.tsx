import { Button, Radio, Select } from 'antd'
import { useState } from 'react'
import { dateOrders, type MappedColumn, partyKinds, type UnreadableColumn } from '#contract/list-mapping.ts'
import { useT } from '#web/platform/i18n.ts'
import { RegionPicker } from '#web/ui/picker/region-picker.tsx'
import css from './list.module.css'
import { listMessages } from './messages.ts'

type Column = Omit<MappedColumn, 'heading'>
type Props = { column: MappedColumn; seen: UnreadableColumn; onChange: (column: Column) => void }

const shownAtFirst = 5

/**
 * Values of a column that cannot be read with the chosen meaning, shown before anything is loaded; the user decides on
 * them.
 */
export function ColumnPreview({ column: { heading: _, ...column }, seen, onChange }: Props) {
  const t = useT(listMessages)
  const { means, values: meanings = {}, order = null } = column
  if (means !== 'birth_date' && means !== 'country' && means !== 'kind') return null
  const { dmy, mdy, open } = seen.dates
  const isOpen = means === 'birth_date' && open > 0 && dmy > 0 === mdy > 0
  // Ambiguous dates become readable when an order is chosen.
  const unread = seen[means].count - (isOpen && order ? open : 0)
  const isSettled = (value: string) => Object.hasOwn(meanings, value)
  const values = seen[means].values.filter(({ value }) => !isSettled(value))
  const settled = seen[means].values.reduce((sum, { value, count }) => sum + (isSettled(value) ? count : 0), 0)
  return (
    <div className="small stack gap-1">
      {isOpen && (
        <div className="stack gap-1">
          <span className="warning">{t(dmy > 0 ? 'orderMixed' : 'orderOpen', { count: open })}</span>
          <Radio.Group
            size="small"
            aria-label={t('order')}
            value={order}
            options={dateOrders.map(value => ({ value, label: t(`order_${value}`) }))}
            onChange={event => onChange({ ...column, order: event.target.value })}
          />
        </div>
      )}
      {unread - settled <= 0 && <span className="quiet">{t('allRead', { count: seen.filled })}</span>}
      {unread - settled > 0 && (
        <span className="warning break">
          {t('notRead', {
            count: unread - settled,
            examples: values
              .slice(0, 3)
              .map(({ value }) => `“${value}”`)
              .join(t('comma')),
          })}
        </span>
      )}
      {means !== 'birth_date' && seen[means].values.length > 0 && (
        <Meanings
          means={means}
          seen={seen[means].values}
          meanings={meanings}
          onChange={next => onChange({ ...column, values: next })}
        />
      )}
    </div>
  )
}

type MeaningsProps = {
  means: 'country' | 'kind'
  seen: UnreadableColumn['kind']['values']
  meanings: Readonly<Record<string, string>>
  onChange: (next: Record<string, string>) => void
}

/** Choices for the meaning of unknown words in the column. */
function Meanings({ means, seen, meanings, onChange }: MeaningsProps) {
  const t = useT(listMessages)
  const [isWhole, setIsWhole] = useState(false)
  const meaningOf = (value: string) => (Object.hasOwn(meanings, value) ? (meanings[value] ?? null) : null)
  const change = (value: string, meaning: string | null) =>
    onChange({
      ...Object.fromEntries(Object.entries(meanings).filter(([word]) => word !== value)),
      ...(meaning && { [value]: meaning }),
    })
  return (
    <ul className={css.meanings}>
      {seen.slice(0, isWhole ? seen.length : shownAtFirst).map(({ value, count }) => (
        <li key={value}>
          <span className="break">
            {value} <span className="quiet">× {count}</span>
          </span>
          {means === 'kind' ? (
            <Select
              size="small"
              allowClear
              aria-label={t('meansWhat', { value })}
              placeholder={t('meansPick')}
              value={meaningOf(value)}
              options={partyKinds.map(kind => ({ value: kind, label: t(`kind_${kind}`) }))}
              onChange={kind => change(value, kind ?? null)}
            />
          ) : (
            <RegionPicker
              size="small"
              aria-label={t('meansWhat', { value })}
              placeholder={t('meansPick')}
              value={meaningOf(value)}
              onChange={code => change(value, code)}
            />
          )}
        </li>
      ))}
      {!isWhole && seen.length > shownAtFirst && (
        <li>
          <Button type="link" size="small" onClick={() => setIsWhole(true)}>
            {t('moreWords', { count: seen.length - shownAtFirst })}
          </Button>
        </li>
      )}
    </ul>
  )
}
