import { Select, type SelectProps } from 'antd'
import { useState } from 'react'
import { continents, regionTree } from '#contract/region.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { continentName, useRegionName, useRegionNames } from '#web/ui/region-name.ts'
import { pickerMessages } from './messages.ts'
import css from './picker.module.css'

type SelectPassthrough = Pick<
  SelectProps,
  'id' | 'status' | 'onBlur' | 'disabled' | 'style' | 'placeholder' | 'size' | 'aria-label'
>
type Props = SelectPassthrough & { value: string | null; onChange: (value: string | null) => void }
type Option = { value: string; label: string; disabled?: boolean; className?: string | undefined }

/** Continent → country; found by its name in either language, by its code or its continent. */
export function RegionPicker({ value, onChange, ...passed }: Props) {
  const t = useT(pickerMessages)
  const [typed, setTyped] = useState('')
  const nameOf = useRegionName()
  return (
    <Select<string | null, Option>
      placeholder={t('regionPlaceholder')}
      {...passed}
      value={value ?? undefined}
      onChange={next => {
        setTyped('')
        onChange(next ?? null)
      }}
      options={useOptions(typed)}
      optionRender={({ data }) => <span className={data.disabled ? undefined : css.child}>{data.label}</span>}
      labelRender={({ value: code }) => nameOf(String(code))}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      notFoundContent={t('nothing', { name: typed.trim() })}
    />
  )
}

/** Headings are disabled options: screen readers do not announce the library's own groups as such. */
function useOptions(typed: string): Option[] {
  const locale = useLocale()
  const nameOf = useRegionName()
  const names = useRegionNames()
  const compare = new Intl.Collator(locale).compare
  const keyword = typed.trim().toLowerCase()
  return continents.flatMap(continent => {
    const heading = continentName(continent, locale)
    const wordsOf = (code: string) =>
      [code, heading, names['zh-CN'][code], names['en-US'][code]].join(' ').toLowerCase()
    const found = regionTree[continent].filter(code => wordsOf(code).includes(keyword))
    if (found.length === 0) return []
    const options = found.map((code): Option => ({ value: code, label: nameOf(code) }))
    return [
      { value: continent, label: heading, disabled: true, className: css.heading },
      ...options.sort((a, b) => compare(a.label, b.label)),
    ]
  })
}
