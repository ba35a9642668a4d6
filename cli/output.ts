import type { Writable } from 'node:stream'
import stringWidth from 'string-width'

export type Column = { title: string; value: string | number | null | undefined }

/** The width that the terminal gives to a text: two columns for most Chinese characters. */
export const widthOf = (text: string): number => stringWidth(text)

/**
 * Text of a record that is safe to print: it cannot move the cursor, change colours, reverse its direction or begin a
 * line.
 */
export function plain(value: unknown): string {
  return String(value ?? '')
    .replace(/[\t\r\n\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The text within a width; if it is cut, `…` is its end. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let cut = ''
  for (const { segment } of segmenter.segment(text)) {
    if (widthOf(cut + segment) > width - 1) break
    cut += segment
  }
  return `${cut}…`
}

/**
 * Rows as aligned columns, each as wide as its widest cell. On a terminal, the widest column is cut so that a row fits
 * into a line.
 */
export function alignColumns(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  lineWidth?: number,
): string[] {
  const all = [titles, ...rows]
  const widths = titles.map((_, n) => Math.max(...all.map(row => widthOf(row[n] ?? ''))))
  const gap = 2
  const total = () => widths.reduce((sum, width) => sum + width + gap, -gap)
  while (lineWidth !== undefined && total() > lineWidth) {
    const widest = widths.indexOf(Math.max(...widths))
    const width = Math.max(8, (widths[widest] ?? 0) - (total() - lineWidth))
    if (width === widths[widest]) break
    widths[widest] = width
  }
  return all.map(row =>
    row
      .map((cell, n) => {
        const shown = cutToWidth(cell, widths[n] ?? 0)
        return n === row.length - 1 ? shown : shown + ' '.repeat(Math.max(0, (widths[n] ?? 0) - widthOf(shown) + gap))
      })
      .join('')
      .trimEnd(),
  )
}

/** JSON in one line; control characters of any kind are escaped, because a terminal might obey them. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Writes a text and waits while the reader is slower. */
export function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => stream.write(text, error => (error ? reject(error) : resolve())))
}

const barWidth = 24

/** One line on a terminal that shows how far a step is; nothing if the stream is no terminal. */
export function progressOn(stream: Writable & { isTTY?: boolean; columns?: number }, isOn = true) {
  const isShown = isOn && stream.isTTY === true
  let last = ''
  const draw = (line: string) => {
    if (!isShown || line === last) return
    last = line
    stream.write(`\r\u001b[K${cutToWidth(line, (stream.columns || 80) - 1)}`)
  }
  return {
    show(label: string, done: number, total: number | null) {
      const share = total ? Math.min(1, done / total) : 0
      const filled = Math.round(share * barWidth)
      const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`
      draw(total ? `${label} ${bar} ${Math.floor(share * 100)}% ${done}/${total}` : `${label} … ${done || ''}`)
    },
    clear() {
      if (isShown && last !== '') stream.write('\r\u001b[K')
      last = ''
    },
  }
}
export type Progress = ReturnType<typeof progressOn>
