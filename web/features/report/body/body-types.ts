import type { ReportBlock, ReportInline } from '#contract/report-body.ts'

export type MentionAttrs = Extract<ReportInline, { type: 'mention' }>['attrs']
export type FactAttrs = Extract<ReportInline, { type: 'fact' }>['attrs']
export type EvidenceAttrs = Extract<ReportBlock, { type: 'evidence' }>['attrs']
export type ImageAttrs = Extract<ReportBlock, { type: 'image' }>['attrs']

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The key of a new mention or evidence: 16 characters of a-z0-9. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => alphabet[byte % alphabet.length]).join('')
}
