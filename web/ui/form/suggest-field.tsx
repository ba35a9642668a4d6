import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Select } from 'antd'
import { useState } from 'react'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { Field, type FieldProps } from './field.tsx'

type TextProps = FieldProps & { suggestions: readonly string[] }

/** Free text with frequent values as suggestions. */
export function SuggestField({ suggestions, ...field }: TextProps) {
  return (
    <Field {...field}>
      {({ value, set, blur, control }) => {
        const text = typeof value === 'string' ? value : ''
        const isOne = suggestions.includes(text)
        const matching = suggestions.filter(each => isOne || each.toLowerCase().includes(text.trim().toLowerCase()))
        return (
          <AutoComplete<string>
            {...control}
            value={text}
            options={matching.map(each => ({ value: each }))}
            onChange={next => set(next ? next : null)}
            onBlur={blur}
          />
        )
      }}
    </Field>
  )
}

type Suggestion = { value: string; count: number }

/** Finds existing values that match; `key` starts with the entity, so that a write to it reads them again. */
export type Suggest = {
  key: readonly string[]
  find: (keyword: string, signal: AbortSignal) => Promise<Suggestion[]>
}

const typingMs = 200

type TagsProps = {
  id?: string
  status?: 'error' | ''
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean
  'aria-required'?: boolean
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: () => void
  suggest: Suggest
  /** True if only existing values can be chosen. */
  isClosed?: boolean
  placeholder?: string | undefined
}

/** Several short texts, existing or new; a comma or Enter completes one. */
export function TagsInput({ value, onChange, suggest, isClosed = false, ...passed }: TagsProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const keyword = useDebounced(typed.trim(), typingMs)
  const { data = [] } = useQuery({
    queryKey: [...suggest.key, 'suggest', keyword],
    queryFn: ({ signal }) => suggest.find(keyword, signal),
    enabled: isOpen,
    placeholderData: before => before,
    staleTime: 30_000,
  })
  return (
    <Select<string[]>
      {...passed}
      mode={isClosed ? 'multiple' : 'tags'}
      value={[...value]}
      onChange={next => {
        setTyped('')
        onChange([...new Set(next.map(each => each.trim()).filter(each => each !== ''))])
      }}
      onOpenChange={setIsOpen}
      options={data.map(each => ({ value: each.value, label: each.value, count: each.count }))}
      optionRender={option => (
        <span style={{ display: 'flex', gap: 8 }}>
          <span style={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>{option.label}</span>
          {typeof option.data.count === 'number' && <small>{option.data.count}</small>}
        </span>
      )}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      tokenSeparators={[',', '，', '、', ';', '；', '\n']}
      allowClear
      notFoundContent={null}
    />
  )
}

export function TagsField({ suggest, placeholder, ...field }: FieldProps & { suggest: Suggest; placeholder?: string }) {
  return (
    <Field isWide {...field}>
      {({ value, set, blur, control }) => (
        <TagsInput
          {...control}
          value={Array.isArray(value) ? (value as string[]) : []}
          onChange={set}
          onBlur={blur}
          suggest={suggest}
          placeholder={placeholder}
        />
      )}
    </Field>
  )
}
