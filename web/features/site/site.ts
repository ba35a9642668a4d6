export { useQualityWord, useReasonWord } from './reason-words.ts'
export { RoundActs } from './round-acts.tsx'
export { ProgressBar, RoundProgress, RoundState } from './round-progress.tsx'
export { isAtWork, refetchIntervalOf, refreshRounds, useSite } from './site-calls.ts'
