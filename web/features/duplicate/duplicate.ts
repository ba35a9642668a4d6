export { decide as decideDuplicate } from './acts.ts'
