import { cutText } from '#contract/text.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { maxColumns, type TableReading } from './layout.ts'

const maxRecordCharacters = 1_048_576

/** Reads an array of objects, or one object per line: both are sequences of objects. */
export function readJson(text: AsyncIterable<string>, encoding: string): TableReading {
  const columns: string[] = []
  return { format: 'json', encoding, separator: null, columns, layout: null, rows: rowsOf(text, columns) }
}

async function* rowsOf(text: AsyncIterable<string>, columns: string[]): AsyncGenerator<string[]> {
  const places = new Map<string, number>()
  let line = 0
  for await (const record of objectsIn(text)) {
    line += 1
    const row: string[] = []
    for (const [key, value] of Object.entries(parse(record, line))) {
      const name = cutText(key.trim(), 200)
      let place = places.get(name)
      if (place === undefined) {
        place = columns.push(name) - 1
        places.set(name, place)
        if (columns.length > maxColumns) throw new IngestFault('too_many_columns', { count: maxColumns })
      }
      row[place] = cellOf(value)
    }
    yield Array.from(columns, (_, index) => row[index] ?? '')
  }
}

function parse(record: string, line: number): Record<string, unknown> {
  try {
    return JSON.parse(record) as Record<string, unknown>
  } catch {
    throw new IngestFault('bad_record', { line })
  }
}

/** Lists become lines; a final line break marks a single item, so that a semicolon in it does not split it. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    const lines = value.map(item => (typeof item === 'object' ? JSON.stringify(item) : String(item)))
    return lines.length === 1 ? `${lines[0]}\n` : lines.join('\n')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The text of each outermost object; only brackets, commas and space are allowed between them. */
async function* objectsIn(text: AsyncIterable<string>): AsyncGenerator<string> {
  let depth = 0
  let isInText = false
  let isEscaped = false
  let buffered = ''
  let count = 0
  for await (const chunk of text) {
    let from = depth > 0 ? 0 : -1
    for (let i = 0; i < chunk.length; i += 1) {
      const code = chunk.charCodeAt(i)
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (code === 92) isEscaped = true
        else if (code === 34) isInText = false
      } else if (depth > 0 && code === 34) isInText = true
      else if (code === 123) {
        if (depth === 0) from = i
        depth += 1
      } else if (code === 125 && depth > 0) {
        depth -= 1
        if (depth === 0) {
          count += 1
          yield buffered + chunk.slice(from, i + 1)
          buffered = ''
          from = -1
        }
      } else if (depth === 0 && !isBetween(code)) throw new IngestFault('bad_record', { line: count + 1 })
    }
    if (from >= 0) buffered += chunk.slice(from)
    if (buffered.length > maxRecordCharacters) throw new IngestFault('long_row', { line: count + 1 })
  }
  if (depth > 0) throw new IngestFault('bad_record', { line: count + 1 })
}

/** Space, comma, brackets, the byte order mark. */
function isBetween(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 44 || code === 91 || code === 93 || code === 0xfeff
}
