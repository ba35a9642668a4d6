import type { Locale } from '#contract/error.ts'
import type { ImportPlan, ImportRow } from '#contract/import.ts'
import { cutText } from '#contract/text.ts'
import { readCell } from './cell.ts'
import type { ImportKit, KitField, Values } from './kit.ts'

export type Row = { n: number; cells: string[] }
export type Fault = ImportRow['faults'][number]

/** What the cells of a row say, before anything is looked up. */
export type Draft = { row: Row; values: Values; faults: Fault[]; isWrong: boolean }

/** Reads rows by the plan; what the plan says of columns is worked out once. */
export function drafter(kit: ImportKit, plan: ImportPlan, locale: Locale): (row: Row) => Draft {
  const constants = constantsOf(kit, plan, locale)
  const columns = plan.mapping.flatMap((name, place) => {
    const field = kit.fields.find(each => each.name === name)
    return field ? [{ field, place }] : []
  })
  return row => {
    const values: Values = { ...constants }
    const faults: Fault[] = []
    let isWrong = false
    for (const { field, place } of columns) {
      const cell = row.cells[place] ?? ''
      if (cell.trim() === '') {
        if (plan.on_empty === 'clear' && field.empty !== undefined && !field.required) values[field.name] = field.empty
        continue
      }
      const read = readCell(field, cell, locale)
      if ('value' in read) {
        values[field.name] = read.value
        if (read.note) faults.push({ field: field.name, value: cutText(cell, 500), message: read.note })
      } else {
        faults.push({ field: field.name, value: cutText(cell, 500), message: read.fault })
        // Without the value that names the record, the rest has nowhere to go.
        isWrong ||= plan.on_wrong === 'skip_row' || field.required === true || plan.match_on.includes(field.name)
      }
    }
    return { row, values, faults, isWrong }
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
