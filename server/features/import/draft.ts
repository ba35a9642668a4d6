import type { Locale } from '#contract/error.ts'
import type { ImportPlan, ImportRow } from '#contract/import.api.ts'
import { cutText } from '#contract/text.ts'
import { valueKey } from '#server/ingest/columns/text-key.ts'
import { type CellReading, readCell } from './cell.ts'
import type { AdapterField, ImportAdapter, ImportValues } from './import.adapter.ts'

export type FileRow = { n: number; cells: string[] }
export type ImportFault = ImportRow['faults'][number]

/** A value that could not be read, as counted in the problems of its column. */
type UnreadableValue = {
  field: string
  column: string
  value: string
  message: string
  asks: 'order' | 'words' | null
}

/** The parsed values of a row, before any lookup. */
export type RowDraft = {
  row: FileRow
  values: ImportValues
  faults: ImportFault[]
  unread: UnreadableValue[]
  isWrong: boolean
  /** The unreadable text, if it is to be kept with the record. */
  note?: string
}

/** Set together with a website: it also becomes an entrance, where crawling begins. */
export const makesEntrances = 'website.makes_entrances'

/** Date order and languages of fields, as the dry run determined them from all values. */
export type DateReadings = Record<string, { order: 'dmy' | 'mdy' | null; locales: Record<string, number> }>

/** The settings by which the rows of an import are read. */
export type ReadingPlan = { plan: ImportPlan; dates: DateReadings; columns: readonly string[] }

/** Returns a function that reads rows by the plan; settings of columns are computed once. */
export function drafter(
  adapter: ImportAdapter,
  { plan, dates, columns }: ReadingPlan,
  locale: Locale,
): (row: FileRow) => RowDraft {
  const constants = constantsOf(adapter, plan, locale)
  const mapped = plan.mapping.flatMap((name, place) => {
    const field = adapter.fields.find(each => each.name === name)
    return field ? [{ field, place, reading: readingOf(field, plan, dates) }] : []
  })
  return row => {
    const values: ImportValues = { ...constants }
    const faults: ImportFault[] = []
    const unread: UnreadableValue[] = []
    let isWrong = false
    for (const { field, place, reading } of mapped) {
      const cell = row.cells[place] ?? ''
      if (cell.trim() === '') {
        if (plan.on_empty === 'clear' && field.empty !== undefined && !field.required) values[field.name] = field.empty
        continue
      }
      const read = readCell(field, cell, locale, reading)
      if ('left' in read) continue
      const at = { field: field.name, value: cutText(cell, 500) }
      const of = { ...at, column: columns[place] || field.name }
      if ('value' in read) {
        values[field.name] = read.value
        if (!read.note) continue
        faults.push({ ...at, message: read.note })
        unread.push({ ...of, message: '', asks: null })
      } else {
        faults.push({ ...at, message: read.fault })
        unread.push({ ...of, message: read.fault, asks: read.asks })
        // A row without a value that identifies the record cannot be written.
        isWrong ||= plan.on_wrong === 'skip_row' || field.required === true || plan.match_on.includes(field.name)
      }
    }
    if (plan.makes_entrances && 'website' in values) values[makesEntrances] = true
    const note = plan.keep_unread ? unread.map(({ column, value }) => `${column}: ${value}`).join('\n') : ''
    return { row, values: adapter.whole?.(values) ?? values, faults, unread, isWrong, ...(note && { note }) }
  }
}

function meaningsOf(words: Readonly<Record<string, string | null>>): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([word, value]) => (value === null ? [] : [[valueKey(word), value] as const])),
  )
}

function readingOf({ name, kind }: AdapterField, { means = {} }: ImportPlan, dates: DateReadings): CellReading {
  const words = means[name]
  const read = kind === 'date' || kind === 'time' ? dates[name] : undefined
  return {
    ...(words && { means: meaningsOf(words) }),
    ...(read && {
      dates: { order: read.order, locales: new Map(Object.entries(read.locales)), readsSerials: true },
    }),
  }
}

/** Constants were validated with the plan; one that has become invalid is omitted. */
function constantsOf(adapter: ImportAdapter, plan: ImportPlan, locale: Locale): ImportValues {
  const values: ImportValues = {}
  for (const field of constantFields(adapter, plan)) {
    const read = readCell(field, plan.constants[field.name] ?? '', locale)
    if ('value' in read) values[field.name] = read.value
  }
  return values
}

/** Fields with a constant; a column for the same field takes precedence. */
export function constantFields(adapter: ImportAdapter, plan: ImportPlan): AdapterField[] {
  return adapter.fields.filter(field => plan.constants[field.name]?.trim() && !plan.mapping.includes(field.name))
}
