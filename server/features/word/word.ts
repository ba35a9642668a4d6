export { type Dictionary, type Found, openDictionary } from './dictionary.ts'
export { marksIn } from './marks.ts'
export { wordKey } from './normalise.ts'
