// Helpers for tests of facts that reports cite.
import type { Evidence } from '#contract/claim.api.ts'
import type { Locale } from '#contract/error.ts'
import type { Entity, LinkEntity } from '#contract/registry.ts'
import type { FactCite, ReportBlock, ReportBody } from '#contract/report-body.ts'
import type { ReportFact } from './body.ts'
import { linkedOf } from './body.ts'
import { writeMarkdown } from './export/export-md.ts'
import { treeOf } from './export/export-tree.ts'
import { exportWords } from './export/export-words.ts'

/** As a client could send it: with invented evidence, which the server must ignore. */
const forgedCite: FactCite = {
  claim_id: 1,
  source: { id: 1, name: 'Invented', kind: 'register', reliability: 'A' },
  credibility: 1,
  evidence: null,
  first_seen_at: null,
  last_seen_at: null,
}
/** A paragraph that cites one fact. */
export const citingParagraph = (
  key: string,
  id: number | null,
  field: string,
  value: unknown,
  noun: Entity | LinkEntity = 'og',
): ReportBlock => ({
  type: 'paragraph',
  content: [{ type: 'fact', attrs: { key, noun, id, label: 'as typed', field, value, at: null, cites: [forgedCite] } }],
})
export const factsIn = (body: ReportBody): ReportFact['attrs'][] =>
  linkedOf(body).flatMap(node => (node.type === 'fact' ? [node.attrs] : []))

export const quotedEvidence: Evidence = { type: 'address', url: 'https://register.example/7', quote: '约 500 人' }

/** The text in its Markdown export. */
export function markdownOf(body: ReportBody, locale: Locale): string {
  const words = exportWords[locale]
  const { blocks, evidence } = treeOf(body, { words, locale, own: {}, hrefOf: () => null, proofs: new Map() })
  return writeMarkdown({
    ...{ locale, words, blocks, evidence, form: 'report', number: '1', title: 'T', author: '', facts: [], summary: [] },
    pictures: [],
    house: { organisation: '', footer: '', marking: null, colour: '#000000', logo: null },
  } as never)
}
