export { findSealHash } from './seal-queries.ts'
export { type TrailReport, verifyTrail } from './verify.ts'
