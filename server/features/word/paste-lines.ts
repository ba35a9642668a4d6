// A pasted list, line by line: a word alone, or a word with category, level and note.

import type { Reply } from '#contract/endpoint.ts'
import { cutText } from '#contract/text.ts'
import type { pasteWords } from '#contract/word.ts'
import { inPieces } from '#server/platform/breathe.ts'
import { wordKey } from './normalise.ts'

export type LineOutcome = Reply<typeof pasteWords>['lines'][number]['outcome']
export type PastedLine = {
  line: number
  text: string
  word: string
  key: string
  /** Undefined where the line does not say. */
  category: string | undefined
  level: number | undefined
  note: string | undefined
  fault: Extract<LineOutcome, 'empty' | 'too_long' | 'bad_level'> | undefined
}

/** Read or written before others get their turn. */
export const linesAtOnce = 500
const heads = new Set(['word', '词', '敏感词', '词语'])
const levels: Record<string, number> = { '1': 1, '2': 2, '3': 3, 低: 1, 中: 2, 高: 3, low: 1, medium: 2, high: 3 }

/** Blank lines and a line of column names say nothing. */
export async function readLines(text: string): Promise<PastedLine[]> {
  const lines: PastedLine[] = []
  let at = 0
  const all = text
    .replaceAll('\u0000', '')
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\r\n]/)
  for await (const piece of inPieces(all, linesAtOnce))
    for (const raw of piece) {
      at += 1
      const line = raw.trim()
      if (!line) continue
      const cells = splitCells(line)
      if (lines.length === 0 && cells.length > 1 && heads.has(cells[0]!.toLowerCase())) continue
      lines.push(readLine(at, line, cells))
    }
  return lines
}

function readLine(line: number, text: string, [word = '', category = '', level = '', ...rest]: string[]): PastedLine {
  const note = rest.join(',')
  const key = word.length > 100 ? '' : wordKey(word)
  const known = level === '' ? undefined : levels[level.toLowerCase()]
  let fault: PastedLine['fault']
  if (word.length > 100 || category.length > 60 || note.length > 1_000) fault = 'too_long'
  else if (!key) fault = 'empty'
  else if (level !== '' && known === undefined) fault = 'bad_level'
  const said = (cell: string) => (cell === '' ? undefined : cell)
  return { line, text: cutText(text, 200), word, key, category: said(category), level: known, note: said(note), fault }
}

/** Cells between tabs, else between commas; a cell in quotes may hold commas, and a quote written twice. */
function splitCells(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map(cell => cell.trim())
  const cells: string[] = []
  const pattern = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/y
  while (pattern.lastIndex < line.length) {
    const from = pattern.lastIndex
    const match = pattern.exec(line)
    // A quote in the middle of something is itself.
    if (!match) return [...cells, ...line.slice(from).split(',')].map(cell => cell.trim())
    cells.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim())
  }
  return cells
}
