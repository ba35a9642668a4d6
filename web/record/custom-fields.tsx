import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type CustomField,
  customKeyIn,
  customName,
  customSchema,
  listCustomFields,
} from '#contract/custom_field.api.ts'
import type { Fields } from '#contract/field.ts'
import type { Entity } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { type FieldFormatter, type FieldFormatters, isBlank } from '#web/ui/formatter.ts'
import type { Column, FilterGroup, TreeFilter } from '#web/ui/list/list-config.ts'
import { useSchemaFormatters } from '#web/ui/schema/schema-formatters.tsx'
import { recordMessages } from './messages.ts'
import type { PageFact } from './record-page.tsx'

type HasCustom = { custom: Record<string, unknown> }

const none: CustomField[] = []
/** Fields change rarely, and every change refreshes them. */
const staleMs = 600_000

function useEvery(): CustomField[] {
  const { data } = useQuery({ ...endpointQuery(listCustomFields, {}), staleTime: staleMs })
  return data?.items ?? none
}

function useAll(noun: Entity | null): CustomField[] {
  const every = useEvery()
  return useMemo(() => every.filter(field => field.noun === noun), [every, noun])
}

/** The entity’s custom fields that are not retired. */
function useInUse(noun: Entity | null): CustomField[] {
  const all = useAll(noun)
  return useMemo(() => all.filter(field => field.retired_at === null), [all])
}

/** Custom fields as a schema, for code that treats them like other fields. */
export function useCustomSchema(noun: Entity | null): Fields {
  return useCustomFields(useInUse(noun))
}

/** The custom fields of all entities, including retired ones, as a schema. */
export function useEveryCustomField(): Fields {
  return useCustomFields(useEvery())
}

const customValue = (record: HasCustom, name: string): unknown => record.custom[customKeyIn(name) ?? '']

/**
 * Label and formatter of each custom field, including retired ones, because histories contain them; `custom` formats
 * all of them together.
 */
export function useCustomFormatters(noun: Entity | null): FieldFormatters & { custom: FieldFormatter } {
  const t = useT(recordMessages)
  const schema: Fields = useCustomFields(useAll(noun))
  const formatters: FieldFormatters = useSchemaFormatters(schema)
  const show = (value: unknown) => {
    const values = Object.entries((value ?? {}) as Record<string, unknown>).filter(([, each]) => !isBlank(each))
    return values.map(([key, each]) => {
      const formatter = formatters[`custom.${key}`]
      return formatter && <div key={key}>{[formatter.label, ': ', formatter.show(each)]}</div>
    })
  }
  return { ...formatters, custom: { label: t('customFields'), show } }
}

function useCustomFields(fields: CustomField[]): Fields {
  return useMemo(() => customSchema(fields), [fields])
}

/** Custom fields with a value, as facts of the record’s page. */
export function useCustomFacts(noun: Entity, record: HasCustom): PageFact[] {
  const names = useInUse(noun).map(({ id }) => customName(id))
  const formatters: FieldFormatters = useCustomFormatters(noun)
  return names.flatMap(name => {
    const [formatter, value] = [formatters[name], customValue(record, name)]
    return formatter && !isBlank(value) ? [{ field: name, label: formatter.label, value: formatter.show(value) }] : []
  })
}

/** Columns of custom fields, hidden until the user adds them. */
export function useCustomColumns<Row extends HasCustom>(noun: Entity): Column<Row>[] {
  const locale = useLocale()
  const t = useT(recordMessages)
  const fields = useInUse(noun)
  return useMemo(() => {
    const textOf = (value: unknown) =>
      typeof value === 'boolean' ? t(value ? 'yes' : 'no') : isBlank(value) ? '' : String(value)
    return Object.entries(customSchema(fields)).map(
      ([id, { label, column, kind }]): Column<Row> => ({
        id,
        title: label[locale],
        cell: row => textOf(customValue(row, id)),
        text: row => textOf(customValue(row, id)),
        width: Math.ceil((column?.width ?? 120) * 1.5),
        ...(kind === 'number' && { isNumber: true, align: 'end' }),
        defaultHidden: true,
      }),
    )
  }, [fields, locale, t])
}

/** One filter for all custom fields: by their choices, or by whether there is a value; none without fields. */
export function useCustomFilters(noun: Entity): TreeFilter[] {
  const locale = useLocale()
  const t = useT(recordMessages)
  const fields = useInUse(noun)
  return useMemo(() => {
    if (fields.length === 0) return []
    const groups = fields.map((field): FilterGroup => {
      const key = customKeyIn(customName(field.id)) ?? ''
      const options = {
        choice: field.choices.map(choice => ({ value: `${key}:${choice}`, label: choice })),
        boolean: ['true', 'false'].map(value => ({
          value: `${key}:${value}`,
          label: t(value === 'true' ? 'yes' : 'no'),
        })),
      }
      const children = field.kind === 'choice' || field.kind === 'boolean' ? options[field.kind] : []
      const label = customSchema([field])[customName(field.id)]?.label[locale] ?? field.name
      return { value: key, label, children }
    })
    return [{ id: 'custom', label: t('customFields'), kind: 'tree', groups, isRare: true }]
  }, [fields, locale, t])
}
