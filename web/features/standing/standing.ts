export { SanctionTag } from './standing-mark.tsx'
export { useSanctionStatuses } from './use-sanction-status.ts'
