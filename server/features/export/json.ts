import type { ExportCell } from './export.adapter.ts'

/** A JSON list of objects, one per line, keyed by field. */
export async function* writeJson(
  fields: readonly string[],
  batches: AsyncIterable<ExportCell[][]>,
): AsyncGenerator<Uint8Array> {
  let isFirst = true
  yield Buffer.from('[')
  for await (const rows of batches) {
    const lines = rows.map(row =>
      JSON.stringify(Object.fromEntries(fields.map((field, place) => [field, jsonValue(row[place] ?? null)]))),
    )
    if (lines.length > 0) yield Buffer.from(`${isFirst ? '\n' : ',\n'}${lines.join(',\n')}`)
    isFirst &&= lines.length === 0
  }
  yield Buffer.from('\n]\n')
}

function jsonValue(cell: ExportCell): unknown {
  if (cell === null || typeof cell !== 'object' || Array.isArray(cell)) return cell
  return 'instant' in cell ? cell.instant : cell.date
}
