import type { DiffRow } from '#contract/diff.ts'

const quietKinds: ReadonlySet<DiffRow['kind']> = new Set(['same', 'skipped', 'moved'])

/** A row with its place among the changes: neighbours that differ are one change. */
export type PlacedRow = { row: DiffRow; key: string; change: number | null; isFirst: boolean; skip: number | null }

/** Numbers the changes and the skipped stretches of a comparison. */
export function placeRows(rows: readonly DiffRow[]): PlacedRow[] {
  let change = -1
  let skip = -1
  let isInside = false
  return rows.map((row, index) => {
    const isChange = !quietKinds.has(row.kind)
    const isFirst = isChange && !isInside
    if (isFirst) change += 1
    isInside = isChange
    if (row.kind === 'skipped') skip += 1
    return {
      row,
      key: `${index}`,
      change: isChange ? change : null,
      isFirst,
      skip: row.kind === 'skipped' ? skip : null,
    }
  })
}

export function countChanges(rows: readonly DiffRow[]): number {
  return placeRows(rows).filter(({ isFirst }) => isFirst).length
}

/**
 * The rows with some skipped stretches opened. `all` is the same comparison with nothing skipped; should it have become
 * another one meanwhile, it is shown whole.
 */
export function unfold(rows: readonly DiffRow[], all: readonly DiffRow[], opened: ReadonlySet<number>): DiffRow[] {
  const total = rows.reduce((sum, row) => sum + (row.kind === 'skipped' ? row.count : 1), 0)
  if (total !== all.length) return [...all]
  const shown: DiffRow[] = []
  let at = 0
  let skip = 0
  for (const row of rows) {
    if (row.kind !== 'skipped') {
      shown.push(row)
      at += 1
      continue
    }
    if (opened.has(skip)) shown.push(...all.slice(at, at + row.count))
    else shown.push(row)
    skip += 1
    at += row.count
  }
  return shown
}
