import { schemeOf } from '#contract/identifier-scheme.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { spanText } from '#web/ui/span.ts'

type Row = Partial<Record<'scheme' | 'value' | 'country' | 'label' | 'start_time' | 'end_time', string | null>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** The name of an identifier's or account's scheme, or its own label. */
export function useSchemeName(): (row: Row) => string {
  const locale = useLocale()
  return ({ scheme, label }) =>
    (scheme === 'other' || scheme === 'contact' ? label : null) ||
    (schemeOf(scheme ?? '')?.label[locale] ?? scheme ?? '')
}

/** Further details of an identifier or account: country, remark, first and last day. */
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
