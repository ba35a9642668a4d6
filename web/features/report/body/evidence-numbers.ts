import type { FactCite, ReportBlock, ReportBody, ReportInline } from '#contract/report-body.ts'
import type { EvidenceAttrs } from './body-types.ts'

/** One entry of the list of evidence: a quotation, or the evidence of a cited fact. */
export type ListedEvidence =
  | { number: number; cite: FactCite; quoted?: never }
  | { number: number; quoted: EvidenceAttrs; cite?: never }
/**
 * `of`: the number of a quotation by its node's key; `ofCite`: the number of a fact's evidence; `prefix`: prefix of the
 * ids of the list's entries.
 */
export type Numbers = {
  of: (key: string) => number | undefined
  ofCite: (cite: FactCite) => number | undefined
  prefix: string
}

/** Equal for nodes that cite the same evidence; a withheld one is only equal to itself. */
const sameOf = ({ key, noun, id, url, title, at }: EvidenceAttrs): string =>
  id !== null ? `${noun} ${id}` : url !== null || title !== null ? JSON.stringify([noun, url, title, at]) : key

/** A new citation has no reference yet: the same words of the same source count as equal. */
const sameCite = ({ ref, source, evidence }: FactCite): string =>
  `fact ${ref ?? JSON.stringify([source?.id, evidence])}`

/** Evidence is numbered in the order of the text; evidence cited again keeps its number. */
export function evidenceNumbers(body: ReportBody, prefix: string): { numbers: Numbers; listed: ListedEvidence[] } {
  const byKey = new Map<string, number>()
  const known = new Map<string, number>()
  const listed: ListedEvidence[] = []
  const number = (same: string, list: (number: number) => ListedEvidence): number => {
    const found = known.get(same)
    if (found !== undefined) return found
    known.set(same, known.size + 1)
    listed.push(list(known.size))
    return known.size
  }
  const inlines = (content: readonly ReportInline[] = []) => {
    for (const node of content)
      if (node.type === 'fact')
        for (const cite of node.attrs.cites) number(sameCite(cite), number => ({ number, cite }))
  }
  const walk = (blocks: readonly ReportBlock[]): void => {
    for (const block of blocks) {
      if (block.type === 'evidence') {
        const { attrs } = block
        if (!byKey.has(attrs.key))
          byKey.set(
            attrs.key,
            number(sameOf(attrs), number => ({ number, quoted: attrs })),
          )
      } else if (block.type === 'paragraph' || block.type === 'heading') inlines(block.content)
      else if (block.type === 'blockquote') walk(block.content)
      else if (block.type === 'bulletList' || block.type === 'orderedList')
        for (const item of block.content) walk(item.content)
      else if (block.type === 'table') for (const cell of block.content.flatMap(row => row.content)) walk(cell.content)
    }
  }
  walk(body.content)
  return { numbers: { of: key => byKey.get(key), ofCite: cite => known.get(sameCite(cite)), prefix }, listed }
}
