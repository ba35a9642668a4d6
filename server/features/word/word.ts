export { type Dictionary, type Found, openDictionary } from './dictionary.ts'
export { foldTables, longFold } from './fold.ts'
export { wordKey } from './normalise.ts'
