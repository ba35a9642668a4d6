import { Fragment, type ReactNode } from 'react'
import type { Locale } from '#contract/error.ts'
import type { FieldDefinition, Fields, WritableField } from '#contract/field.ts'
import { useLocale } from '#web/platform/locale.ts'
import { RegionField, SelectField } from '#web/ui/form/choice-field.tsx'
import { IconField } from '#web/ui/form/icon-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import {
  DecimalField,
  LinesField,
  LongTextField,
  NumberField,
  PartialDateField,
  TextField,
} from '#web/ui/form/text-field.tsx'

type RowProps = { name: string; label: string; hint?: string }
type RowRenderer = (props: RowProps) => ReactNode

const example = 'https://www.example.org/'

/**
 * The rows of one section of a form, in the schema's order. `special`: rows with their own control or with additional
 * content.
 */
export function SchemaRows<F extends Fields>({
  schema,
  section,
  special = {},
}: {
  schema: F
  section: string
  special?: Partial<Record<WritableField<F>, RowRenderer>>
}) {
  const locale = useLocale()
  const rows = Object.entries(schema).filter(([, field]) => field.section === section)
  return rows.map(([name, field]) => {
    const { label, hint } = field
    const props: RowProps = { name, label: label[locale], ...(hint && { hint: hint[locale] }) }
    const own = (special as Record<string, RowRenderer | undefined>)[name]
    return <Fragment key={name}>{own ? own(props) : rowOf(field, props, locale)}</Fragment>
  })
}

function rowOf(field: FieldDefinition, props: RowProps, locale: Locale): ReactNode {
  const { kind, range = [0, 100], choices = {} } = field
  if (!Object.hasOwn(field, 'empty')) return <TextField {...props} isRequired isNullable={false} hasFocus />
  if (kind === 'long_text') return <LongTextField {...props} />
  if (kind === 'texts') return <LinesField {...props} />
  if (kind === 'addresses') return <LinesField {...props} placeholder={example} isMono />
  if (kind === 'address') return <TextField {...props} placeholder={example} />
  if (kind === 'integer') return <NumberField {...props} min={range[0]} max={range[1]} />
  if (kind === 'number') return <DecimalField {...props} />
  if (kind === 'date') return <PartialDateField {...props} />
  if (kind === 'region') return <RegionField {...props} />
  if (kind === 'boolean') return <SwitchField {...props} />
  if (kind === 'icon') return <IconField {...props} />
  if (kind === 'choice') {
    const options = Object.entries(choices).map(([value, words]) => ({ value, label: words[locale] }))
    return <SelectField {...props} options={options} hasNone={field.empty === null} />
  }
  return <TextField {...props} />
}
