export { uploadSize } from './size-text.ts'
