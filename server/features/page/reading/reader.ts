// Loaded by threads of other features, by `readerFile`: how a page is read, without all the rest of this feature.

export { extractSource } from '../archive/source.ts'
export { decodeBody } from './charset.ts'
export { textHash } from './extract.ts'
