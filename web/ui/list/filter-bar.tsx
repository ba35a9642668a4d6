import { Button } from 'antd'
import { ChevronDown, ListFilter, Plus, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { many, one, type Search } from '#web/platform/url.ts'
import { Drop } from './drop.tsx'
import { FilterPanel } from './filter-panel.tsx'
import type { FilterPanelProps } from './filter-parts.tsx'
import { usePickedNames } from './filter-picker.tsx'
import css from './list.module.css'
import type { FilterConfig, PickerFilter } from './list-config.ts'
import { filterNames, isFiltered } from './list-state.ts'
import { listMessages } from './messages.ts'
import type { ListModel } from './use-list.ts'

const FilterDrawer = lazy(() => import('./filter-drawer.tsx'))

const isUsed = (filter: FilterConfig, values: Search) => filterNames(filter).some(name => values[name] !== undefined)

/** The values after a change, without empty ones. */
function patchValues(values: Search, patch: Record<string, string | string[] | undefined>): Search {
  const next = { ...values, ...patch }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => many(value).length > 0)) as Search
}

/** A button per filter; on narrow screens one button that opens all of them. */
export function FilterBar<T>({ list, onReset }: { list: ListModel<T>; onReset: () => void }) {
  const t = useT(listMessages)
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const { filters } = list.config
  const { values } = list.state
  const onChange: FilterPanelProps['onChange'] = patch => list.change({ values: patchValues(values, patch) })
  const used = filters.filter(filter => isUsed(filter, values))
  if (isNarrow)
    return (
      <>
        <Button icon={<ListFilter size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
          {used.length > 0 ? t('filtersActive', { count: used.length }) : t('filters')}
        </Button>
        {isOpen && (
          <Suspense>
            <FilterDrawer list={list} onChange={onChange} onReset={onReset} onClose={() => setIsOpen(false)} />
          </Suspense>
        )}
      </>
    )
  const inBar = filters.filter(filter => !filter.isRare || isUsed(filter, values))
  const rare = filters.filter(filter => !inBar.includes(filter))
  return (
    <>
      {inBar.map(filter => (
        <FilterButton key={filter.id} filter={filter} values={values} onChange={onChange} />
      ))}
      {rare.length > 0 && (
        <Drop
          label={t('moreFilters')}
          content={() =>
            rare.map(filter => (
              <fieldset key={filter.id} className={css.rare}>
                {filter.kind !== 'switch' && <legend>{filter.label}</legend>}
                <FilterPanel filter={filter} values={values} onChange={onChange} />
              </fieldset>
            ))
          }
        >
          {props => (
            <Button {...props} type="text" icon={<Plus size={16} aria-hidden />}>
              {t('moreFilters')}
            </Button>
          )}
        </Drop>
      )}
      {isFiltered(list.state, list.shape) && (
        <Button type="text" onClick={onReset}>
          {t('reset')}
        </Button>
      )}
    </>
  )
}

function FilterButton({ filter, values, onChange }: FilterPanelProps) {
  const t = useT(listMessages)
  const isOn = isUsed(filter, values)
  const clear = () => onChange(Object.fromEntries(filterNames(filter).map(name => [name, undefined])))
  if (filter.kind === 'switch')
    return (
      <button
        type="button"
        className={css.chip}
        aria-pressed={isOn}
        onClick={() => onChange({ [filter.id]: isOn ? undefined : 'true' })}
      >
        {filter.label}
      </button>
    )
  return (
    <span className={css.chipWrap} data-on={isOn || undefined}>
      <Drop label={filter.label} content={() => <FilterPanel filter={filter} values={values} onChange={onChange} />}>
        {props => (
          <button type="button" className={css.chip} {...props}>
            <span className="ellipsis">{isOn ? <FilterSummary filter={filter} values={values} /> : filter.label}</span>
            {!isOn && <ChevronDown size={14} aria-hidden />}
          </button>
        )}
      </Drop>
      {isOn && (
        <button type="button" className={css.chipClear} aria-label={`${t('clear')}: ${filter.label}`} onClick={clear}>
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}

function FilterSummary({ filter, values }: { filter: FilterConfig; values: Search }) {
  const t = useT(listMessages)
  const chosen = many(values[filter.id])
  const textOf = (options: readonly { value: string; label: string }[]) => {
    const only = chosen.length === 1 ? options.find(option => option.value === chosen[0]) : undefined
    return only ? `${filter.label}: ${only.label}` : t('filterCount', { label: filter.label, count: chosen.length })
  }
  switch (filter.kind) {
    case 'options':
      return textOf(filter.options)
    case 'tree':
      return textOf([...filter.groups, ...filter.groups.flatMap(group => group.children)])
    case 'picker':
      return <PickerSummary filter={filter} chosen={chosen} textOf={textOf} />
    case 'text':
      return `${filter.label}: ${chosen[0] ?? ''}`
    case 'range':
    case 'period': {
      const [from, to] = filterNames(filter).map(name => one(values[name]))
      const text =
        from && to ? t('rangeBoth', { from, to }) : from ? t('rangeFrom', { from }) : t('rangeTo', { to: to ?? '' })
      return `${filter.label}: ${text}`
    }
    case 'switch':
      return filter.label
  }
}

type PickerSummaryProps = {
  filter: PickerFilter
  chosen: readonly string[]
  textOf: (options: readonly { value: string; label: string }[]) => string
}

function PickerSummary({ filter, chosen, textOf }: PickerSummaryProps) {
  return textOf(usePickedNames(filter, chosen).data ?? [])
}
