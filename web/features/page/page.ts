export { segmentsOf } from './marked.ts'
export { useEndWord, useQualityWord, useReasonWord } from './reason-words.ts'
