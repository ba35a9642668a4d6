import { Input } from 'antd'
import { useState } from 'react'
import { one } from '#web/platform/url.ts'
import type { FilterPanelProps } from './filter-parts.tsx'
import type { TextFilter } from './list-config.ts'

export function FilterText({ filter, values, onChange }: FilterPanelProps<TextFilter>) {
  const [text, setText] = useState(one(values[filter.id]) ?? '')
  const apply = () => onChange({ [filter.id]: text.trim() || undefined })
  return (
    <Input
      className="below-2"
      aria-label={filter.label}
      placeholder={filter.label}
      value={text}
      maxLength={200}
      onChange={event => setText(event.target.value)}
      onBlur={apply}
      onPressEnter={apply}
    />
  )
}
