export { useEndWord, useQualityWord, useReasonWord } from './reason-words.ts'
