// For the pages and forms of organisations and persons.
export { ContactFacts, FirstMore, IdentifierFacts } from './facts.tsx'
export { ContactRows, IdentifierRows } from './rows.tsx'
