export { decide as decideHit } from './decide.ts'
export { useFeatureSentences, useFeatureSummary } from './feature-words.ts'
