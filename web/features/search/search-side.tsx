import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { type SearchResult, searchEntities } from '#contract/search.api.ts'
import { PartialDate } from '#contract/wire.ts'
import { useT } from '#web/platform/i18n.ts'
import { many, one, type Search, type SearchInput } from '#web/platform/page.tsx'
import { normaliseDate } from '#web/ui/form/text.ts'
import { searchMessages } from './messages.ts'
import css from './search.module.css'
import { iconOf } from './target.ts'

const mostYears = 12

type Props = {
  search: Search
  found: Pick<SearchResult, 'facets' | 'facets_estimated' | 'total_estimated'>
  onChange: (next: (before: Search) => SearchInput) => void
}

/** Kinds with their counts, years, and days. */
export function SearchSide({ search, found, onChange }: Props) {
  const t = useT(searchMessages)
  const { facets, facets_estimated: isRough } = found
  const kinds = many(search.kind)
  const [from, to] = [one(search.from), one(search.to)]
  // A narrower query starts at its first page.
  const change = (next: SearchInput) => onChange(before => ({ ...before, current: null, ...next }))
  const all = facets.noun.reduce((sum, { count }) => sum + count, 0)
  const yearOf = from && from === to && /^\d{4}$/.test(from) ? Number(from) : undefined
  return (
    <>
      <section className={css.facet}>
        <h2 className="below-2 small quiet">{t('kind')}</h2>
        <FacetRow
          label={t('all')}
          count={all}
          isRough={isRough}
          isOn={kinds.length === 0}
          onClick={() => change({ kind: null })}
        />
        {searchEntities.map(noun => {
          const count = facets.noun.find(each => each.value === noun)?.count
          const isOn = kinds.includes(noun)
          if (count === undefined && !isOn) return null
          const Icon = iconOf(noun)
          return (
            <FacetRow
              key={noun}
              icon={<Icon size={14} aria-hidden />}
              label={t(noun)}
              count={count === 0 && isRough ? undefined : count}
              isRough={isRough}
              isOn={isOn}
              onClick={() => change({ kind: isOn ? kinds.filter(kind => kind !== noun) : [...kinds, noun] })}
            />
          )
        })}
      </section>
      <section className={css.facet}>
        <h2 className="below-2 small quiet">{t('years')}</h2>
        <div className={css.days}>
          {(['from', 'to'] as const).map(end => (
            <DayInput
              key={`${end} ${one(search[end])}`}
              label={t(end)}
              day={one(search[end])}
              onChange={day => change({ [end]: day })}
            />
          ))}
        </div>
        {(from || to) && (
          <FacetRow label={t('allYears')} isOn={false} onClick={() => change({ from: null, to: null })} />
        )}
        {facets.year.slice(0, mostYears).map(({ value, count }) => (
          <FacetRow
            key={value}
            label={String(value)}
            count={count}
            isRough={found.total_estimated}
            isOn={yearOf === value}
            onClick={() => change(yearOf === value ? { from: null, to: null } : { from: value, to: value })}
          />
        ))}
      </section>
      {(search.og || search.person) && (
        <p className="small quiet">
          {t('linked')}{' '}
          <button type="button" className="link" onClick={() => change({ og: null, person: null })}>
            {t('resetFilters')}
          </button>
        </p>
      )}
    </>
  )
}

type RowProps = {
  label: string
  count?: number | undefined
  isRough?: boolean | undefined
  isOn: boolean
  icon?: ReactNode
  onClick: () => void
}

function FacetRow({ label, count, isRough, isOn, icon, onClick }: RowProps) {
  const t = useT(searchMessages)
  return (
    <button type="button" className={css.facetRow} aria-pressed={isOn} onClick={onClick}>
      {icon}
      <span>{label}</span>
      {count !== undefined && <span className="push plain quiet">{t(isRough ? 'about' : 'number', { count })}</span>}
    </button>
  )
}

/** A date as precise as it is known: `2024`, `2024-05`, `2024-05-01`. */
function DayInput({
  label,
  day,
  onChange,
}: {
  label: string
  day: string | undefined
  onChange: (day: string | null) => void
}) {
  const [text, setText] = useState(day ?? '')
  const normal = normaliseDate(text)
  const isDate = normal === null || PartialDate.safeParse(normal).success
  const apply = () => {
    if (isDate && (normal ?? undefined) !== day) onChange(normal)
  }
  return (
    <Input
      size="small"
      aria-label={label}
      placeholder={label}
      title="2024 · 2024-05 · 2024-05-01"
      autoComplete="off"
      value={text}
      status={isDate ? '' : 'error'}
      aria-invalid={!isDate}
      onChange={event => setText(event.target.value)}
      onBlur={apply}
      onPressEnter={apply}
    />
  )
}
