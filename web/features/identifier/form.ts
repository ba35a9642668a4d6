// For the forms of organisations and persons. A separate entry point, so that pages load without them.
export { ContactRows, IdentifierRows } from './rows.tsx'
