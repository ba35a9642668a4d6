import type { DiffRow } from '#contract/diff.api.ts'

const quietKinds: ReadonlySet<DiffRow['kind']> = new Set(['same', 'skipped', 'moved'])

/** A row with the index of its change: adjacent rows that differ are one change. */
export type PlacedRow = { row: DiffRow; key: string; change: number | null; isFirst: boolean; skip: number | null }

/** Numbers the changes and the skipped stretches of a comparison. */
export function placeRows(rows: readonly DiffRow[]): PlacedRow[] {
  let change = -1
  let skip = -1
  let inside: DiffRow['part'] | null = null
  return rows.map((row, index) => {
    const isChange = !quietKinds.has(row.kind)
    const isFirst = isChange && inside !== row.part
    if (isFirst) change += 1
    inside = isChange ? row.part : null
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
 * Inserts the rows of opened stretches. `all` is the same comparison without skipped rows. If it differs meanwhile, it
 * is returned in full.
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

/** Rows shown in full, or a stretch of the page's frame that is folded to its number of changes. */
export type RowGroup = { kind: 'rows' | 'frame'; key: string; rows: PlacedRow[]; changes: number }

/** Folds navigation, header and footer if the text itself has changed: the text is more important. */
export function groupFrames(placed: readonly PlacedRow[]): RowGroup[] {
  const isFrame = ({ row }: PlacedRow) => row.part === 'frame' && row.kind !== 'skipped'
  const hasText = placed.some(each => each.change !== null && !isFrame(each))
  const groups: RowGroup[] = []
  let waiting: PlacedRow[] = []
  const add = (kind: RowGroup['kind'], rows: readonly PlacedRow[]) => {
    const last = groups.at(-1)
    const changes = rows.filter(({ isFirst }) => isFirst).length
    if (last?.kind === kind) {
      last.rows.push(...rows)
      last.changes += changes
    } else if (rows.length > 0) groups.push({ kind, key: rows[0]?.key ?? '', rows: [...rows], changes })
  }
  for (const each of placed) {
    // Rows skipped between two parts of the frame belong to the frame; those after its last part do not.
    if (hasText && each.row.kind === 'skipped' && groups.at(-1)?.kind === 'frame') waiting.push(each)
    else {
      const kind = hasText && isFrame(each) ? 'frame' : 'rows'
      if (waiting.length > 0) add(kind, waiting)
      waiting = []
      add(kind, [each])
    }
  }
  add('rows', waiting)
  return groups
}
