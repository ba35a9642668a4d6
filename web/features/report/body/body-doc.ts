import type { JSONContent } from '@tiptap/core'
import type { ReportBlock, ReportBody, ReportCell, ReportInline, ReportMark } from '#contract/report-body.ts'

/**
 * The maximum length of one text node in the API; a longer text is sent as several nodes, which the editor joins again.
 */
const textAtMost = 200_000
const emptyParagraph: JSONContent = { type: 'paragraph' }

/**
 * Converts the text to the editor's format: nodes that can be empty in the API get the paragraph that the editor needs.
 */
export function docOf(body: ReportBody): JSONContent {
  return { type: 'doc', content: blocksIn(body.content) }
}

function blocksIn(blocks: readonly ReportBlock[]): JSONContent[] {
  return blocks.length === 0 ? [emptyParagraph] : blocks.flatMap(blockIn)
}

function blockIn(block: ReportBlock): JSONContent[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [{ ...block, content: block.content ?? [] }]
    case 'bulletList':
    case 'orderedList': {
      const items = block.content.map(({ content }) => ({ type: 'listItem', content: itemIn(content) }))
      return items.length === 0 ? [] : [{ ...block, content: items }]
    }
    case 'blockquote':
      return [{ type: 'blockquote', content: blocksIn(block.content) }]
    case 'table': {
      const rows = block.content.filter(row => row.content.length > 0)
      return rows.length === 0 ? [] : [{ type: 'table', content: rows.map(rowIn) }]
    }
    default:
      return [block]
  }
}

/** An item starts with a paragraph in the editor. */
function itemIn(blocks: readonly ReportBlock[]): JSONContent[] {
  const content = blocksIn(blocks)
  return content[0]?.type === 'paragraph' ? content : [emptyParagraph, ...content]
}

const rowIn = (row: { content: ReportCell[] }): JSONContent => ({
  type: 'tableRow',
  content: row.content.map(cell => ({ ...cell, content: blocksIn(cell.content) })),
})

/** Converts the editor's document to the contract's format: only its nodes, marks and attributes. */
export function bodyOf(doc: JSONContent): ReportBody {
  return { type: 'doc', content: blocksOut(doc.content) }
}

const blocksOut = (nodes: readonly JSONContent[] | undefined): ReportBlock[] => (nodes ?? []).flatMap(blockOut)

function blockOut({ type, attrs, content }: JSONContent): ReportBlock[] {
  switch (type) {
    case 'paragraph':
      return [{ type, ...inlinesOut(content) }]
    case 'heading':
      return [{ type, attrs: { level: Number(attrs?.level ?? 1) }, ...inlinesOut(content) }]
    case 'bulletList':
      return [{ type, content: itemsOut(content) }]
    case 'orderedList': {
      const start = Number(attrs?.start ?? 1)
      return [{ type, ...(start !== 1 && { attrs: { start } }), content: itemsOut(content) }]
    }
    case 'blockquote':
      return [{ type, content: blocksOut(content) }]
    case 'horizontalRule':
      return [{ type }]
    case 'table':
      return [{ type, content: (content ?? []).map(row => ({ type: 'tableRow', content: cellsOut(row.content) })) }]
    case 'image':
    case 'evidence':
      return [{ type, attrs } as ReportBlock]
    default:
      return []
  }
}

const itemsOut = (nodes: readonly JSONContent[] | undefined) =>
  (nodes ?? []).map(({ content }) => ({ type: 'listItem' as const, content: blocksOut(content) }))

function cellsOut(nodes: readonly JSONContent[] | undefined): ReportCell[] {
  return (nodes ?? []).map(({ type, attrs, content }) => {
    const { colspan = 1, rowspan = 1, colwidth = null } = attrs ?? {}
    const own = {
      ...(colspan !== 1 && { colspan: Number(colspan) }),
      ...(rowspan !== 1 && { rowspan: Number(rowspan) }),
      ...(Array.isArray(colwidth) && { colwidth: colwidth.map(Number) }),
    }
    return {
      type: type === 'tableHeader' ? 'tableHeader' : 'tableCell',
      ...(Object.keys(own).length > 0 && { attrs: own }),
      content: blocksOut(content),
    }
  })
}

function inlinesOut(nodes: readonly JSONContent[] | undefined): { content?: ReportInline[] } {
  const content = (nodes ?? []).flatMap(inlineOut)
  return content.length === 0 ? {} : { content }
}

function inlineOut({ type, text, attrs, marks }: JSONContent): ReportInline[] {
  if (type === 'hardBreak') return [{ type }]
  if (type === 'mention') return [{ type, attrs } as ReportInline]
  if (type === 'fact') return [factOut(attrs)]
  if (type !== 'text' || !text) return []
  const kept = (marks ?? []).map(markOut)
  return piecesOf(text.replaceAll('\u0000', '')).map(piece => ({
    type: 'text',
    text: piece,
    ...(kept.length > 0 && { marks: kept }),
  }))
}

/** Attributes that only some facts have are absent from the others, never null. */
function factOut({ now, ...attrs }: Record<string, unknown> = {}): ReportInline {
  return { type: 'fact', attrs: { ...attrs, ...(now ? { now } : {}) } } as ReportInline
}

function markOut({ type, attrs }: { type: string; attrs?: Record<string, unknown> }): ReportMark {
  return type === 'link' ? { type, attrs: { href: String(attrs?.href ?? '') } } : ({ type } as ReportMark)
}

/** Splits a text into pieces that the API accepts, never within a surrogate pair. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + textAtMost, text.length)
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1] ?? '')) to -= 1
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}
