import type { UnreadableColumn, UnreadColumn } from '#contract/list-mapping.ts'
import { cutText } from '#contract/text.ts'
import { datesOf, isDate } from '#server/ingest/lists/dates.ts'
import { inPieces } from '#server/platform/process/yield-to-event-loop.ts'
import { readCountries } from './country-column.ts'
import { type DateContext, dateColumn } from './date-column.ts'
import { kindOf } from './kind-column.ts'

/** The most distinct values stored per column; of further values only the number of unreadable ones is counted. */
const mostValues = 20_000
/** The most of all columns together, so that a wide table needs no more memory. */
const mostOfAll = 400_000
const maxShownValues = 50
const shownChars = 200
const betweenValues = /[;；|\n\r]/
const valuesAtOnce = 500

const meanings = ['birth_date', 'country', 'kind'] as const
type PreviewedMeaning = (typeof meanings)[number]
type Column = { filled: number; values: Map<string, number>; beyond: Record<PreviewedMeaning, number> }

/** Collects the values of each column that cannot be read as a certain field, before the field is chosen. */
export function seeColumns() {
  const all: Column[] = []
  let stored = 0
  const columnAt = (at: number): Column => {
    all[at] ??= { filled: 0, values: new Map(), beyond: { birth_date: 0, country: 0, kind: 0 } }
    return all[at]
  }
  return {
    add(cells: readonly string[]) {
      for (const [at, cell] of cells.entries()) {
        const text = cell.trim()
        if (text === '') continue
        const column = columnAt(at)
        column.filled += 1
        const value = cutText(text, shownChars)
        const known = column.values.get(value)
        if (known === undefined && column.values.size < mostValues && stored < mostOfAll) stored += 1
        else if (known === undefined) {
          for (const means of meanings) column.beyond[means] += unreadIn(means, value).length
          continue
        }
        column.values.set(value, (known ?? 0) + 1)
      }
    },
    /** The columns under these headings; a column without a heading is named by its place. */
    async columns(headings: readonly string[]): Promise<UnreadableColumn[]> {
      const seen: UnreadableColumn[] = []
      for (const [at, heading] of headings.entries())
        seen.push({ heading: columnName(heading, at), ...(await previewColumn(columnAt(at))) })
      return seen
    },
  }
}

/** A column without a heading is named by its place. */
export const columnName = (heading: string, at: number): string => heading || `#${at + 1}`

const maxExamples = 3

/** Counts values that could not be read, by the heading of their column; continues from `before`. */
export function unreadColumns(before: readonly UnreadColumn[] = []) {
  const all = new Map(before.map(each => [each.heading, { ...each, examples: [...each.examples] }]))
  return {
    add(heading: string, value: string) {
      const column = all.get(heading) ?? { heading, count: 0, examples: [] }
      all.set(heading, column)
      column.count += 1
      const example = cutText(value, shownChars)
      if (column.examples.length < maxExamples && !column.examples.includes(example)) column.examples.push(example)
    },
    list: (): UnreadColumn[] => [...all.values()].sort((a, b) => b.count - a.count),
  }
}

/** The parts of a cell that cannot be read. */
function unreadIn(means: PreviewedMeaning, value: string, context?: DateContext): readonly string[] {
  if (means === 'country') return readCountries(value).unread
  if (means === 'kind') return kindOf(value) === undefined ? [value] : []
  return partsOf(value).filter(part => !datesOf(part, context).some(isDate))
}

const partsOf = (value: string) =>
  value
    .split(betweenValues)
    .map(part => part.trim())
    .filter(Boolean)

async function previewColumn({ filled, values, beyond }: Column): Promise<Omit<UnreadableColumn, 'heading'>> {
  const dates = dateColumn({ readsSerials: true })
  for await (const piece of inPieces([...values], valuesAtOnce))
    for (const [value, count] of piece) for (const part of partsOf(value)) dates.add(part, count)
  const context = dates.context()
  const left: Record<PreviewedMeaning, Map<string, number>> = {
    birth_date: new Map(),
    country: new Map(),
    kind: new Map(),
  }
  for await (const piece of inPieces([...values], valuesAtOnce))
    for (const [value, count] of piece)
      for (const means of meanings)
        for (const part of unreadIn(means, value, context)) left[means].set(part, (left[means].get(part) ?? 0) + count)
  const unread = (means: PreviewedMeaning) => ({
    count: [...left[means].values()].reduce((sum, count) => sum + count, beyond[means]),
    values: [...left[means]]
      .sort((a, b) => b[1] - a[1])
      .slice(0, maxShownValues)
      .map(([value, count]) => ({ value, count })),
  })
  return {
    ...{ filled, dates: dates.evidence },
    ...{ birth_date: unread('birth_date'), country: unread('country'), kind: unread('kind') },
  }
}
