import { Input } from 'antd'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { many, one } from '#web/platform/url.ts'
import { type FilterPanelProps, FindBox, OptionRow, toggleValue } from './filter-parts.tsx'
import { FilterPicker } from './filter-picker.tsx'
import css from './list.module.css'
import type { OptionsFilter, TextFilter, TreeFilter } from './list-config.ts'
import { listMessages } from './messages.ts'

const FilterRange = lazy(() => import('./filter-range.tsx'))
const FilterPeriod = lazy(() => import('./filter-period.tsx'))

/** Content of a filter's panel, also stacked in the drawer of a phone. */
export function FilterPanel({ filter, values, onChange }: FilterPanelProps) {
  switch (filter.kind) {
    case 'options':
      return <OptionsPanel filter={filter} values={values} onChange={onChange} />
    case 'tree':
      return <TreePanel filter={filter} values={values} onChange={onChange} />
    case 'range':
      return (
        <Suspense fallback={<div className={css.rangeSpace} />}>
          <FilterRange filter={filter} values={values} onChange={onChange} />
        </Suspense>
      )
    case 'period':
      return (
        <Suspense fallback={<div className={css.rangeSpace} />}>
          <FilterPeriod filter={filter} values={values} onChange={onChange} />
        </Suspense>
      )
    case 'text':
      return <FilterText filter={filter} values={values} onChange={onChange} />
    case 'picker':
      return <FilterPicker filter={filter} values={values} onChange={onChange} />
    case 'switch':
      return (
        <OptionRow
          option={{ value: 'true', label: filter.label }}
          isChecked={one(values[filter.id]) === 'true'}
          onToggle={isOn => onChange({ [filter.id]: isOn ? 'true' : undefined })}
        />
      )
  }
}

/** With more options than the first number there is a search box; at most the second number are rendered at once. */
const searchFrom = 8
const drawnAtMost = 100

const matches = (option: { value: string; label: string }, text: string) =>
  option.label.toLowerCase().includes(text) || option.value.toLowerCase() === text

function OptionsPanel({ filter, values, onChange }: FilterPanelProps<OptionsFilter>) {
  const t = useT(listMessages)
  const [text, setText] = useState('')
  const chosen = many(values[filter.id])
  const needle = text.trim().toLowerCase()
  const shown = filter.options.filter(option => matches(option, needle) || needle === '').slice(0, drawnAtMost)
  return (
    <>
      {filter.options.length > searchFrom && <FindBox text={text} onText={setText} />}
      <div className={css.options}>
        {shown.map(option => (
          <OptionRow
            key={option.value}
            option={option}
            isChecked={chosen.includes(option.value)}
            onToggle={isOn => onChange({ [filter.id]: toggleValue(chosen, option.value, isOn) })}
          />
        ))}
        {shown.length === 0 && <p className="pad-3 faint">{t(filter.isPending ? 'loading' : 'noOption')}</p>}
      </div>
    </>
  )
}

function TreePanel({ filter, values, onChange }: FilterPanelProps<TreeFilter>) {
  const t = useT(listMessages)
  const [text, setText] = useState('')
  const [opened, setOpened] = useState<string[]>([])
  const chosen = many(values[filter.id])
  const needle = text.trim().toLowerCase()
  const set = (value: string, isOn: boolean, inside: readonly string[] = []) =>
    onChange({
      [filter.id]: toggleValue(
        chosen.filter(each => !inside.includes(each)),
        value,
        isOn,
      ),
    })
  const groups = filter.groups.flatMap(group => {
    const found = needle ? group.children.filter(option => matches(option, needle)) : group.children
    return needle === '' || found.length > 0 || matches(group, needle) ? [{ ...group, found }] : []
  })
  return (
    <>
      <FindBox text={text} onText={setText} />
      <div className={css.options}>
        {groups.map(({ value, label, children, found }) => {
          const isOpen = needle !== '' || opened.includes(value)
          const Chevron = isOpen ? ChevronDown : ChevronRight
          return (
            <div key={value}>
              <div className={css.group}>
                <button
                  type="button"
                  className={css.icon}
                  aria-expanded={isOpen}
                  aria-label={t(isOpen ? 'hideGroup' : 'showGroup', { label })}
                  disabled={children.length === 0}
                  onClick={() => setOpened(toggleValue(opened, value, !opened.includes(value)))}
                >
                  <Chevron size={14} aria-hidden />
                </button>
                <OptionRow
                  option={{ value, label }}
                  isChecked={chosen.includes(value)}
                  isPartly={!chosen.includes(value) && children.some(option => chosen.includes(option.value))}
                  onToggle={isOn =>
                    set(
                      value,
                      isOn,
                      children.map(option => option.value),
                    )
                  }
                />
              </div>
              {isOpen && (
                <div className={css.children}>
                  {found.map(option => (
                    <OptionRow
                      key={option.value}
                      option={option}
                      isChecked={chosen.includes(option.value) || chosen.includes(value)}
                      isDisabled={chosen.includes(value)}
                      onToggle={isOn => set(option.value, isOn)}
                    />
                  ))}
                </div>
              )}
            </div>
          )
        })}
        {groups.length === 0 && <p className="pad-3 faint">{t(filter.isPending ? 'loading' : 'noOption')}</p>}
      </div>
    </>
  )
}

function FilterText({ filter, values, onChange }: FilterPanelProps<TextFilter>) {
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
