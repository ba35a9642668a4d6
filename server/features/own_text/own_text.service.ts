export { recheckOwnTexts } from './recheck.ts'
export { isOwnTextThere, ownTextsOf, readOwnTexts } from './source.queries.ts'
