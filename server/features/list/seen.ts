import type { UnreadableColumn } from '#contract/list-mapping.ts'
import { cutText } from '#contract/text.ts'
import { datesOf, isDate } from '#server/features/interchange/interchange.service.ts'
import { readCountries } from '#server/ingest/columns/country-column.ts'
import { type DateContext, dateColumn } from '#server/ingest/columns/date-column.ts'
import { kindOf } from '#server/ingest/columns/kind-column.ts'
import { inPieces } from '#server/platform/process/yield-to-event-loop.ts'

/** The most distinct values stored per column; of further values only the number of unreadable ones is counted. */
const mostValues = 20_000
const maxShownValues = 50
const shownChars = 200
const betweenValues = /[;；|\n\r]/
const valuesAtOnce = 500

const meanings = ['birth_date', 'country', 'kind'] as const
type PreviewedMeaning = (typeof meanings)[number]
type Column = { heading: string; filled: number; values: Map<string, number>; beyond: Record<PreviewedMeaning, number> }

/** Collects the values of each column that cannot be read as a certain field, before the field is chosen. */
export function seeColumns(headings: readonly string[]) {
  const all = headings.map(
    (heading): Column => ({
      heading,
      filled: 0,
      values: new Map(),
      beyond: { birth_date: 0, country: 0, kind: 0 },
    }),
  )
  return {
    add(cells: readonly string[]) {
      for (const [at, column] of all.entries()) {
        const cell = cells[at] ?? ''
        if (cell === '') continue
        column.filled += 1
        const value = cutText(cell, shownChars)
        const known = column.values.get(value)
        if (known !== undefined || column.values.size < mostValues) column.values.set(value, (known ?? 0) + 1)
        else for (const means of meanings) column.beyond[means] += unreadIn(means, value).length
      }
    },
    async columns(): Promise<UnreadableColumn[]> {
      const seen: UnreadableColumn[] = []
      for (const column of all) seen.push(await previewColumn(column))
      return seen
    },
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

async function previewColumn({ heading, filled, values, beyond }: Column): Promise<UnreadableColumn> {
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
    ...{ heading, filled, dates: dates.evidence },
    ...{ birth_date: unread('birth_date'), country: unread('country'), kind: unread('kind') },
  }
}
