import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { IngestFault } from '#server/ingest/fault.ts'
import { type LayoutWish, type TableReading, underHeading } from './layout.ts'

const separators = [',', ';', '\t', '|']
const lookAhead = 65_536
const maxRowCharacters = 1_048_576

/** Reads a table of separated values; the separator is the one on which most lines agree. */
export async function readCsv(text: AsyncGenerator<string>, encoding: string, wish: LayoutWish): Promise<TableReading> {
  let start = ''
  for (let next = await text.next(); !next.done; next = await text.next()) {
    start += next.value
    if (start.length >= lookAhead) break
  }
  // Excel's directive for the separator.
  const named = /^sep=(.)\r?\n/i.exec(start)
  const separator = named?.[1] ?? separatorOf(start)
  const parser = parse({
    delimiter: separator,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: maxRowCharacters,
  })
  const source = Readable.from(withStart(named ? start.slice(named[0].length) : start, text))
  source.on('error', error => parser.destroy(error))
  source.pipe(parser)
  const rows = records(parser, parser)
  return { format: 'csv', encoding, separator, ...(await underHeading(rows, wish)) }
}

async function* withStart(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start
  yield* rest
}

async function* records(
  parser: AsyncIterable<string[]>,
  { info }: { info: { lines: number } },
): AsyncGenerator<string[]> {
  try {
    for await (const row of parser) yield row.map(undefuse)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const code = error.code === 'CSV_MAX_RECORD_SIZE' ? 'long_row' : 'open_quote'
    throw new IngestFault(code, { line: info.lines })
  }
}

/** Removes the apostrophe that prevents a spreadsheet from running a cell as a formula. */
function undefuse(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

/**
 * The separator that occurs most often on lines with as many of it as the first line; below a title, on any lines that
 * agree.
 */
function separatorOf(text: string): string {
  const lines = linesOf(text)
  const countsOf = (separator: string) => lines.map(line => line.split(separator).length - 1)
  const agreeing = (counts: readonly number[], most: number) => counts.filter(count => count === most).length
  const isHeading = (counts: readonly number[]) => {
    const [first = 0] = counts
    return first > mostInTitle || (first > 0 && agreeing(counts, first) * 2 > lines.length)
  }
  const all = separators.map(countsOf)
  const isTitle = !all.some(isHeading)
  const scores = all.map(counts => {
    const [first = 0] = counts
    if (!isTitle) return first * agreeing(counts, first)
    return Math.max(0, ...counts.map(each => each * agreeing(counts, each)))
  })
  const best = Math.max(...scores)
  return best === 0 ? ',' : separators[scores.indexOf(best)]!
}

/** Separators that may occur in a line of prose: `Suppliers, as of May 2024`. */
const mostInTitle = 2

/** The first complete lines, with quoted text removed. */
function linesOf(text: string): string[] {
  const lines = text.replace(/"(?:[^"]|"")*"/g, '""').split(/\r\n|\n|\r/)
  if (lines.length > 1) lines.pop()
  return lines.filter(line => line.trim() !== '').slice(0, 50)
}
