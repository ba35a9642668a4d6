export { useQualityWord, useReasonWord } from './reason-words.ts'
export { RoundActs } from './round-acts.tsx'
export { ProgressBar, RoundProgress } from './round-progress.tsx'
export { isAtWork, refetchIntervalOf, useSite } from './site-calls.ts'
