export { SanctionTag } from './standing-mark.tsx'
export { useSanctionStatus, useSanctionStatuses } from './use-sanction-status.ts'
