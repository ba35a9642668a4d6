export { sizeText } from './size-text.ts'
export { useUploadTab } from './upload-tab.tsx'
