export { StandingMark } from './standing-mark.tsx'
export { useStandings } from './use-standings.ts'
