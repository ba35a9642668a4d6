import { schemeOf } from '#contract/identifier-scheme.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { spanText } from '#web/ui/span.ts'

type Row = Partial<Record<'scheme' | 'value' | 'country' | 'label' | 'start_time' | 'end_time', string | null>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** What a number or an account is of: its scheme, or what its own label says. */
export function useSchemeName(): (row: Row) => string {
  const locale = useLocale()
  return ({ scheme, label }) =>
    (scheme === 'other' || scheme === 'contact' ? label : null) ||
    (schemeOf(scheme ?? '')?.label[locale] ?? scheme ?? '')
}

/** What else is known of it: country, remark, from and to. */
export function useNumberMore(): (row: Row) => string {
  const regionName = useRegionName()
  return ({ scheme, country, label, start_time, end_time }) =>
    [
      country && regionName(country),
      scheme !== 'other' && scheme !== 'contact' && label,
      spanText(start_time, end_time),
    ]
      .filter(Boolean)
      .join(' · ')
}

/** An identifier, an account or a contact detail as one line. */
export function useNumberText(): (value: unknown) => string {
  const schemeName = useSchemeName()
  const more = useNumberMore()
  return value =>
    isRow(value) ? [`${schemeName(value)} ${value.value}`, more(value)].filter(Boolean).join(' · ') : String(value)
}
