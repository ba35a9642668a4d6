export { segmentsOf } from './marked.ts'
