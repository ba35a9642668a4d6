import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { one } from '#web/platform/url.ts'
import type { FilterPanelProps } from './filter-parts.tsx'
import css from './list.module.css'
import type { RangeFilter } from './list-config.ts'
import { listMessages } from './messages.ts'

const numberOf = (text: string | undefined) => (text !== undefined && /^\d+$/.test(text) ? Number(text) : null)

/** From and to; either can be empty. They are swapped if they are in the wrong order. */
export default function FilterRange({ filter, values, onChange }: FilterPanelProps<RangeFilter>) {
  const t = useT(listMessages)
  const [from, setFrom] = useState(numberOf(one(values[`${filter.id}_min`])))
  const [to, setTo] = useState(numberOf(one(values[`${filter.id}_max`])))
  const apply = () => {
    const [low, high] = from !== null && to !== null && from > to ? [to, from] : [from, to]
    onChange({ [`${filter.id}_min`]: low?.toString(), [`${filter.id}_max`]: high?.toString() })
  }
  const field = (label: string, value: number | null, set: (value: number | null) => void) => (
    <InputNumber<number>
      aria-label={`${filter.label}: ${label}`}
      placeholder={label}
      min={filter.min}
      max={filter.max}
      precision={0}
      value={value}
      onChange={set}
      onBlur={apply}
      onPressEnter={apply}
    />
  )
  return (
    <div className={css.range}>
      {field(t('from'), from, setFrom)}
      <span aria-hidden>–</span>
      {field(t('to'), to, setTo)}
      <Button onClick={apply}>{t('apply')}</Button>
    </div>
  )
}
