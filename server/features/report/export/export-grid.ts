import type { ReportBlock, ReportCell } from '#contract/report-body.ts'

type PlacedCell = { x: number; y: number; colspan: number; rowspan: number; cell: ReportCell }

const mostColumns = 60

/** Places the cells of a table; cuts spans that would overlap or leave the table. `columns`: relative widths. */
export function gridOf(table: Extract<ReportBlock, { type: 'table' }>): { columns: number[]; cells: PlacedCell[] } {
  const rows = table.content
  const taken = rows.map(() => new Set<number>())
  const cells: PlacedCell[] = []
  for (const [y, row] of rows.entries()) {
    let x = 0
    for (const cell of row.content) {
      const here = taken[y] as Set<number>
      while (here.has(x)) x += 1
      if (x >= mostColumns) break
      const wide = Math.min(cell.attrs?.colspan ?? 1, mostColumns - x)
      let colspan = 1
      while (colspan < wide && !here.has(x + colspan)) colspan += 1
      const rowspan = Math.min(cell.attrs?.rowspan ?? 1, rows.length - y)
      for (let down = 0; down < rowspan; down += 1)
        for (let right = 0; right < colspan; right += 1) taken[y + down]?.add(x + right)
      cells.push({ x, y, colspan, rowspan, cell })
      x += colspan
    }
  }
  const width = Math.max(0, ...cells.map(({ x, colspan }) => x + colspan))
  const columns = Array.from({ length: width }, () => 0)
  for (const { x, colspan, cell } of cells)
    cell.attrs?.colwidth?.slice(0, colspan).forEach((pixels, n) => {
      columns[x + n] = Math.max(columns[x + n] ?? 0, pixels)
    })
  const known = columns.filter(pixels => pixels > 0)
  const usual = known.length > 0 ? known.reduce((sum, pixels) => sum + pixels, 0) / known.length : 1
  return { columns: columns.map(pixels => pixels || usual), cells }
}
