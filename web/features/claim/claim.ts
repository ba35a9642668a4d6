// Exports for features whose links have their own sources, and for texts that cite facts.

export { actOnChecks } from './check-acts.ts'
export { useClaimValue } from './claim-value.tsx'
export { FactButton, FactDialog } from './fact-button.tsx'
export { targets as factTargets } from './fact-calls.ts'
export { FactClause } from './fact-clause.tsx'
export { LinkMark, useLinkSupports } from './link-mark.tsx'
export { EvidenceLine, SeenPeriod, SourceLine } from './provenance-line.tsx'
export { queryRecord } from './query-record.ts'
export type { FactDraft } from './record-fact.tsx'
export { lacksSource, noSource, SourceFields, type SourceFormValues, toProvenance } from './source-fields.tsx'
export { recordValue, useClaimLabel, useClaims, useFieldLabels, useStatedSchema } from './use-claims.ts'
export { useProvenance } from './use-provenance.tsx'
