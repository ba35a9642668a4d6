export { type Dictionary, type Found, marksIn, openDictionary } from './dictionary.ts'
