import type { ReportBlock, ReportBody, ReportInline } from './report-body.ts'

/** One piece of a report's text between two borders: a paragraph, a heading, a table's row, a quotation. */
export type ReportPiece = { type: string; text: string }

/** `records`: whether names of records and quotations are told; without them the text is the writers' own. */
type Options = { records?: boolean }

/** A cited value in the words that it is kept in, whatever its field. */
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

/** A report's text piece by piece, in the order it is read. */
export function piecesOfBody(body: ReportBody, options: Options = {}): ReportPiece[] {
  return body.content.flatMap(block => piecesOf(block, options))
}

/**
 * A report's text without its form, a line for each piece. With `records: false` without names of records and
 * quotations, which not everyone may read who may read the report: that is what is searched.
 */
export function textOfBody(body: ReportBody, options: Options = {}): string {
  return piecesOfBody(body, options)
    .map(piece => piece.text)
    .filter(text => text !== '')
    .join('\n')
}
