import type { ReportBlock, ReportBody, ReportInline } from './report-body.ts'

/** One block of a report's text: a paragraph, a heading, a table's row, a quotation. */
export type ReportPiece = { type: string; text: string }

/** `records`: whether names of records and quotations are included; without them only the writers' own text remains. */
type Options = { records?: boolean }

/** A cited value as plain text, for any field. */
export function plainValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? Object.values(value).map(plainValue).filter(Boolean).join(' · ') : String(value)
}

function inlineText(content: readonly ReportInline[] = [], { records = true }: Options): string {
  return content
    .map(node => {
      if (node.type === 'text') return node.text
      if (node.type === 'hardBreak') return '\n'
      if (!records) return ''
      if (node.type === 'mention') return node.attrs.label ?? ''
      return [node.attrs.label, plainValue(node.attrs.value)].filter(Boolean).join(': ')
    })
    .join('')
}

function piecesOf(block: ReportBlock, options: Options): ReportPiece[] {
  const { records = true } = options
  switch (block.type) {
    case 'paragraph':
      return [{ type: 'paragraph', text: inlineText(block.content, options) }]
    case 'heading':
      return [{ type: `heading${block.attrs.level}`, text: inlineText(block.content, options) }]
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap(item =>
        item.content.flatMap(inner =>
          piecesOf(inner, options).map(piece => (piece.type === 'paragraph' ? { ...piece, type: 'listItem' } : piece)),
        ),
      )
    case 'blockquote':
      return block.content.flatMap(inner =>
        piecesOf(inner, options).map(piece => (piece.type === 'paragraph' ? { ...piece, type: 'blockquote' } : piece)),
      )
    case 'table':
      return block.content.map(row => ({
        type: 'tableRow',
        text: row.content
          .map(cell =>
            cell.content
              .flatMap(inner => piecesOf(inner, options))
              .map(piece => piece.text)
              .join(' '),
          )
          .join(' | '),
      }))
    case 'horizontalRule':
      return [{ type: 'horizontalRule', text: '' }]
    case 'image':
      return [{ type: 'image', text: block.attrs.alt }]
    case 'evidence': {
      const { quote, title, url } = block.attrs
      return [{ type: 'evidence', text: records ? [quote, title, url].filter(Boolean).join('\n') : '' }]
    }
  }
}

/** A report's text piece by piece, in reading order. */
export function piecesOfBody(body: ReportBody, options: Options = {}): ReportPiece[] {
  return body.content.flatMap(block => piecesOf(block, options))
}

/**
 * A report's text without formatting, one line per piece. `records: false` leaves out names of records and quotations,
 * because some readers of the report may not read them; the search uses this form.
 */
export function textOfBody(body: ReportBody, options: Options = {}): string {
  return piecesOfBody(body, options)
    .map(piece => piece.text)
    .filter(text => text !== '')
    .join('\n')
}
