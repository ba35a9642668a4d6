import type { Locale } from '#contract/error.ts'
import type { ImportPlan, ImportRow } from '#contract/import.ts'
import { cutText } from '#contract/text.ts'
import { valueKey } from '#server/ingest/columns/text-key.ts'
import { type CellReading, readCell } from './cell.ts'
import type { ImportKit, KitField, Values } from './kit.ts'

export type Row = { n: number; cells: string[] }
export type Fault = ImportRow['faults'][number]

/** Why a value was not taken, as the problems of its column count it. */
export type Unread = { field: string; column: string; value: string; message: string; asks: 'order' | 'words' | null }

/** What the cells of a row say, before anything is looked up. */
export type Draft = {
  row: Row
  values: Values
  faults: Fault[]
  unread: Unread[]
  isWrong: boolean
  /** What could not be read, where it is to stay with the record. */
  note?: string
}

/** Beside a website: collecting begins at it. */
export const makesEntrances = 'website.makes_entrances'

/** How the dates of fields are read, as the dry run has found from all of their values. */
export type DateReadings = Record<string, { order: 'dmy' | 'mdy' | null; locales: Record<string, number> }>

/** How the rows of an import are read. */
export type Plan = { plan: ImportPlan; dates: DateReadings; columns: readonly string[] }

/** Reads rows by the plan; what the plan says of columns is worked out once. */
export function drafter(kit: ImportKit, { plan, dates, columns }: Plan, locale: Locale): (row: Row) => Draft {
  const constants = constantsOf(kit, plan, locale)
  const mapped = plan.mapping.flatMap((name, place) => {
    const field = kit.fields.find(each => each.name === name)
    return field ? [{ field, place, reading: readingOf(field, plan, dates) }] : []
  })
  return row => {
    const values: Values = { ...constants }
    const faults: Fault[] = []
    const unread: Unread[] = []
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
        // Without the value that names the record, the rest has nowhere to go.
        isWrong ||= plan.on_wrong === 'skip_row' || field.required === true || plan.match_on.includes(field.name)
      }
    }
    if (plan.makes_entrances && 'website' in values) values[makesEntrances] = true
    const note = plan.keep_unread ? unread.map(({ column, value }) => `${column}: ${value}`).join('\n') : ''
    return { row, values: kit.whole?.(values) ?? values, faults, unread, isWrong, ...(note && { note }) }
  }
}

function meaningsOf(words: Readonly<Record<string, string | null>>): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([word, value]) => (value === null ? [] : [[valueKey(word), value] as const])),
  )
}

function readingOf({ name, kind }: KitField, { means = {} }: ImportPlan, dates: DateReadings): CellReading {
  const words = means[name]
  const read = kind === 'date' || kind === 'time' ? dates[name] : undefined
  return {
    ...(words && { means: meaningsOf(words) }),
    ...(read && {
      dates: { order: read.order, locales: new Map(Object.entries(read.locales)), readsSerials: true },
    }),
  }
}

/** Constants were checked when the plan was given; one that no longer reads is left out. */
function constantsOf(kit: ImportKit, plan: ImportPlan, locale: Locale): Values {
  const values: Values = {}
  for (const field of constantFields(kit, plan)) {
    const read = readCell(field, plan.constants[field.name] ?? '', locale)
    if ('value' in read) values[field.name] = read.value
  }
  return values
}

/** Fields given by a constant; a column that fills the field goes first. */
export function constantFields(kit: ImportKit, plan: ImportPlan): KitField[] {
  return kit.fields.filter(field => plan.constants[field.name]?.trim() && !plan.mapping.includes(field.name))
}
