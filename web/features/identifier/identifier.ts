// For the pages and forms of organisations and persons.
export { ContactFacts, IdentifierFacts } from './facts.tsx'
export { ContactRows, IdentifierRows } from './rows.tsx'
