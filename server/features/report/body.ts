import type { ReportBlock, ReportBody, ReportInline } from '#contract/report-body.ts'

type ReportMention = Extract<ReportInline, { type: 'mention' }>
type ReportEvidence = Extract<ReportBlock, { type: 'evidence' }>
export type ReportFact = Extract<ReportInline, { type: 'fact' }>
/** A node that refers to a record. */
export type LinkingNode = ReportMention | ReportEvidence | ReportFact

/** The body with each node that refers to a record replaced, or removed if the replacement is null. */
export function mapLinked(body: ReportBody, change: (node: LinkingNode) => LinkingNode | null): ReportBody {
  const inlines = (content: ReportInline[] | undefined): { content?: ReportInline[] } =>
    (content && {
      content: content.flatMap((node): ReportInline[] => {
        if (node.type !== 'mention' && node.type !== 'fact') return [node]
        const changed = change(node)
        return changed && changed.type !== 'evidence' ? [changed] : []
      }),
    }) ||
    {}
  const blocks = (content: ReportBlock[]): ReportBlock[] => content.map(block)
  const block = (node: ReportBlock): ReportBlock => {
    switch (node.type) {
      case 'paragraph':
      case 'heading':
        return { ...node, ...inlines(node.content) }
      case 'bulletList':
      case 'orderedList':
        return { ...node, content: node.content.map(item => ({ ...item, content: blocks(item.content) })) }
      case 'blockquote':
        return { ...node, content: blocks(node.content) }
      case 'table':
        return {
          ...node,
          content: node.content.map(row => ({
            ...row,
            content: row.content.map(cell => ({ ...cell, content: blocks(cell.content) })),
          })),
        }
      case 'evidence': {
        const changed = change(node)
        // A block container must not become empty.
        return changed?.type === 'evidence' ? changed : { type: 'paragraph' }
      }
      default:
        return node
    }
  }
  return { ...body, content: blocks(body.content) }
}

/** Every node that refers to a record, in the order of the text. */
export function linkedOf(body: ReportBody): LinkingNode[] {
  const found: LinkingNode[] = []
  mapLinked(body, node => {
    found.push(node)
    return node
  })
  return found
}

/** Repairs unpaired surrogates, which PostgreSQL rejects. */
export function wellFormed(body: ReportBody): ReportBody {
  const text = JSON.stringify(body)
  if (!/\\ud[89a-f]/.test(text)) return body
  return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
}
