import type { ReactNode } from 'react'
import { type FieldDefinition, type Fields, type WritableField, writtenOf } from '#contract/field.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { GroupNames } from '#web/ui/picker/group-names.tsx'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { useAliasNoteText } from './alias-text.ts'
import { schemaMessages } from './messages.ts'
import { useNumberText } from './number-text.ts'

type Show = (value: unknown) => ReactNode

const lines = (value: unknown, show: (each: unknown) => string) =>
  (Array.isArray(value) ? value : []).map(show).join('\n')

/** Label and formatter of each field that users write. `special`: fields with their own formatter. */
export function useSchemaFormatters<F extends Fields>(
  schema: F,
  special: Partial<Record<WritableField<F>, Show>> = {},
): Record<WritableField<F>, FieldFormatter> {
  const locale = useLocale()
  const t = useT(schemaMessages)
  const regionName = useRegionName()
  const { nameOf } = useVisibleUsers()
  const numberText = useNumberText()
  const aliasNoteText = useAliasNoteText()
  function showOf({ kind, choices, label, likeness }: FieldDefinition): Show {
    if (likeness === 'identifiers' || likeness === 'contacts')
      return value => (Array.isArray(value) ? lines(value, numberText) : numberText(value))
    if (kind === 'texts' || kind === 'addresses') return value => lines(value, String)
    if (kind === 'users') return value => lines(value, id => nameOf(Number(id)))
    if (kind === 'groups') return value => <GroupNames ids={value} />
    if (kind === 'region') return value => regionName(String(value))
    if (kind === 'boolean') return value => t(value === true ? 'yes' : 'no')
    if (kind === 'choice') return value => choices?.[String(value)]?.[locale] ?? String(value)
    if (kind === 'icon')
      return value => (
        <img src={String(value)} alt={label[locale]} width={32} height={32} style={{ objectFit: 'cover' }} />
      )
    return String
  }
  const formatters = writtenOf(schema).map(name => {
    const field = (schema as Fields)[name]!
    const show = name === 'alias_notes' ? (value: unknown) => lines(value, aliasNoteText) : showOf(field)
    return [name, { label: field.label[locale], show: special[name] ?? show }]
  })
  return Object.fromEntries(formatters) as Record<WritableField<F>, FieldFormatter>
}
