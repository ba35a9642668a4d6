export { decide as decideHit } from './decide.ts'
export { useFeatureSummary } from './feature-words.ts'
