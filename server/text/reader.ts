// Loaded by threads, by `readerFile`: how a page is read, and nothing else of it.

export { decodeBody } from './charset.ts'
export { textHash } from './extract.ts'
export { extractSource } from './source.ts'
