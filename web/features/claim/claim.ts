// For features whose links have sources of their own.

export { FactButton } from './fact-button.tsx'
export { LinkMark, useLinkSupports } from './link-mark.tsx'
export type { FactDraft } from './record-fact.tsx'
export { noSource, SourceFields, type SourceValues, saidOf } from './source-fields.tsx'
export { useSaid } from './use-said.tsx'
