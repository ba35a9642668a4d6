import { Button, Input } from 'antd'
import { useState } from 'react'
import { PartialDate } from '#contract/wire.ts'
import { useT } from '#web/platform/i18n.ts'
import { one } from '#web/platform/url.ts'
import { normaliseDate } from '#web/ui/form/text.ts'
import type { FilterPanelProps } from './filter-parts.tsx'
import css from './list.module.css'
import type { PeriodFilter } from './list-config.ts'
import { periodNames } from './list-state.ts'
import { listMessages } from './messages.ts'

const isDate = (text: string) => normaliseDate(text) === null || PartialDate.safeParse(normaliseDate(text)).success

/** From and to, as precise as they are known; either can be empty. They are swapped if they are in the wrong order. */
export default function FilterPeriod({ filter, values, onChange }: FilterPanelProps<PeriodFilter>) {
  const t = useT(listMessages)
  const [fromName, toName] = periodNames(filter)
  const [from, setFrom] = useState(one(values[fromName]) ?? '')
  const [to, setTo] = useState(one(values[toName]) ?? '')
  const apply = () => {
    if (!isDate(from) || !isDate(to)) return
    const [first, last] = [normaliseDate(from) ?? undefined, normaliseDate(to) ?? undefined]
    const [least, most] = first && last && first > last ? [last, first] : [first, last]
    onChange({ [fromName]: least, [toName]: most })
  }
  const field = (label: string, text: string, set: (text: string) => void) => (
    <Input
      aria-label={`${filter.label}: ${label}`}
      placeholder={label}
      autoComplete="off"
      value={text}
      status={isDate(text) || text.length < 4 ? '' : 'error'}
      aria-invalid={!isDate(text)}
      onChange={event => set(event.target.value)}
      onBlur={apply}
      onPressEnter={apply}
    />
  )
  return (
    <>
      <div className={css.range}>
        {field(t('from'), from, setFrom)}
        <span aria-hidden>–</span>
        {field(t('to'), to, setTo)}
        <Button onClick={apply}>{t('apply')}</Button>
      </div>
      <p className="pad-3 faint">1958 · 1958-10 · 1958-10-13</p>
    </>
  )
}
