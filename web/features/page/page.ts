export { segmentsOf } from './segments.ts'
