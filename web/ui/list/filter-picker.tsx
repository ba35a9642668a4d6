import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { many } from '#web/platform/url.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { type FilterPanelProps, FindBox, OptionRow, toggleValue } from './filter-parts.tsx'
import css from './list.module.css'
import type { PickerFilter } from './list-config.ts'
import { listMessages } from './messages.ts'

const typingMs = 250

/** The names of the chosen records, whichever page of the server they are on. */
export function usePickedNames(filter: PickerFilter, chosen: readonly string[]) {
  return useQuery({
    queryKey: ['picked', filter.id, chosen],
    queryFn: ({ signal }) => filter.name(chosen, signal),
    enabled: chosen.length > 0,
    staleTime: 60_000,
  })
}

/** Chosen records first, then the server's matches. */
export function FilterPicker({ filter, values, onChange }: FilterPanelProps<PickerFilter>) {
  const t = useT(listMessages)
  const [text, setText] = useState('')
  const keyword = useDebounced(text.trim(), typingMs)
  const chosen = many(values[filter.id])
  const picked = usePickedNames(filter, chosen)
  const found = useQuery({
    queryKey: ['find', filter.id, keyword],
    queryFn: ({ signal }) => filter.find(keyword, signal),
    placeholderData: keepPreviousData,
  })
  const first = chosen.map(value => picked.data?.find(option => option.value === value) ?? { value, label: value })
  const rest = (found.data ?? []).filter(option => !chosen.includes(option.value))
  return (
    <>
      <FindBox text={text} onText={setText} />
      <div className={css.options} aria-busy={found.isFetching}>
        {[...first, ...rest].map(option => (
          <OptionRow
            key={option.value}
            option={option}
            isChecked={chosen.includes(option.value)}
            onToggle={isOn => onChange({ [filter.id]: toggleValue(chosen, option.value, isOn) })}
          />
        ))}
        {rest.length === 0 && <p className="pad-3 faint">{t(found.isPending ? 'loading' : 'noOption')}</p>}
      </div>
    </>
  )
}
