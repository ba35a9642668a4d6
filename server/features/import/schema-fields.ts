import * as z from 'zod/mini'
import { type FieldKind, type Fields, recordFields } from '#contract/field.ts'
import type { AdapterField } from './import.adapter.ts'

const kinds: Partial<Record<FieldKind, AdapterField['kind']>> = {
  text: 'text',
  long_text: 'long_text',
  texts: 'list',
  address: 'url',
  addresses: 'list',
  host: 'host',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  region: 'region',
  choice: 'text',
}

type FieldOverrides = Partial<Pick<AdapterField, 'kind' | 'schema' | 'empty' | 'headers' | 'matchLabels'>>

/** The importable columns of a schema, preceded by the record’s id. `special`: overrides for single fields. */
export function importFieldsOf(schema: Fields, special: Readonly<Record<string, FieldOverrides>> = {}): AdapterField[] {
  const id: AdapterField = {
    name: 'id',
    kind: 'integer',
    canMatch: true,
    empty: undefined,
    headers: [],
    labels: recordFields.id.label,
    schema: z.int().check(z.positive()),
  }
  const own = Object.entries(schema).flatMap(([name, field]): AdapterField[] => {
    const { kind, write, headings, label, isKey = false, empty, choices } = field
    const cell = special[name]?.kind ?? kinds[kind]
    if (!headings || !write || !cell) return []
    return [
      {
        name,
        kind: cell,
        required: !Object.hasOwn(field, 'empty'),
        canMatch: isKey,
        isAddress: kind === 'addresses',
        labels: label,
        headers: headings,
        schema: write,
        ...(choices && { choices }),
        // A required value becomes null when cleared, which its schema refuses.
        empty: empty ?? null,
        ...special[name],
      },
    ]
  })
  return [id, ...own]
}
