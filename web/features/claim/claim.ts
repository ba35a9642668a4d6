// For features whose links have sources of their own.
export { LinkMark, useLinkSupports } from './link-mark.tsx'
export { noSource, SourceFields, type SourceValues, saidOf } from './source-fields.tsx'
export { useSaid } from './use-said.tsx'
