import { Select, type SelectProps } from 'antd'
import { continents, regionTree } from '#contract/region.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { continentName, useRegionName, useRegionNames } from '#web/ui/region-name.ts'
import { pickerMessages } from './messages.ts'

type Passed = Pick<SelectProps, 'id' | 'status' | 'onBlur' | 'disabled' | 'style' | 'placeholder'>
type Props = Passed & { value: string | null; onChange: (value: string | null) => void }
type Country = { value: string; label: string; words: string }

/** Continent → country; found by its name in either language or by its code. */
export function RegionPicker({ value, onChange, ...passed }: Props) {
  const t = useT(pickerMessages)
  const locale = useLocale()
  const nameOf = useRegionName()
  const names = useRegionNames()
  const compare = new Intl.Collator(locale).compare
  const options = continents.map(continent => ({
    label: continentName(continent, locale),
    title: continentName(continent, locale),
    options: regionTree[continent]
      .map(
        (code): Country => ({
          value: code,
          label: nameOf(code),
          words: [code, names['zh-CN'][code], names['en-US'][code]].join(' ').toLowerCase(),
        }),
      )
      .sort((a, b) => compare(a.label, b.label)),
  }))
  return (
    <Select<string | null>
      placeholder={t('regionPlaceholder')}
      {...passed}
      value={value ?? undefined}
      onChange={next => onChange(next ?? null)}
      options={options}
      allowClear
      showSearch={{
        filterOption: (typed, option) =>
          'words' in (option ?? {}) && (option as unknown as Country).words.includes(typed.trim().toLowerCase()),
      }}
    />
  )
}
