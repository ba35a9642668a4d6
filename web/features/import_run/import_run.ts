export { TakeBack } from './take-back.tsx'
