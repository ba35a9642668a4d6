export { StandingMark } from './standing-mark.tsx'
