// For the forms of organisations and persons: pages come without them.
export { ContactRows, IdentifierRows } from './rows.tsx'
