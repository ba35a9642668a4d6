export { SanctionTag } from './standing-mark.tsx'
export { useStandings } from './use-standings.ts'
