// Loaded by threads through `readerFile`: only the code that reads a page.

export { decodeBody } from './charset.ts'
export { textHash } from './extract.ts'
export { extractSource } from './source.ts'
